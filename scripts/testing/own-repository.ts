import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';

const checkout = join(import.meta.dirname, '../..');

/** A component that keeps state, shows a toast of the host's, and throws while it is rendered once it has been pressed three times. */
export const source = (name: string, component: string) => `import { useState } from 'react';
import type { ${component}Props } from '@shopwright/shared/contracts/remotes';
import { toasts } from '@shopwright/shared/toasts';
import { Button } from '@shopwright/shared/ui/Button';
import styles from './${component}.module.css';

const thanks = { kind: 'success', title: 'Thank you', message: 'Somebody reads it.' } as const;

export default function ${component}({ links }: ${component}Props) {
  const [count, setCount] = useState(0);
  if (count > 2) throw new Error('Pressed too often.');
  return (
    <div data-boundary="${name}" className={styles['section']}>
      <h2>First edition</h2>
      <Button onClick={() => setCount(count + 1)}>Pressed {count} times</Button>
      <Button onClick={() => toasts.show(thanks)}>Send</Button>
      <a href={links.signUp}>Open your shop</a>
    </div>
  );
}
`;

const json = v.record(v.string(), v.unknown());

/** The versions that npm installs are those that this repository has, so that the cache has them. */
export async function writeLock(repository: string): Promise<void> {
  const read = async (file: string) => v.parse(json, JSON.parse(await readFile(file, 'utf8')));
  const { packages } = await read(join(checkout, 'package-lock.json'));
  const installed = Object.entries(v.parse(v.record(v.string(), json), packages)).filter(
    ([place, { link }]) => place.startsWith('node_modules/') && !link,
  );
  const own = {
    '': await read(join(repository, 'package.json')),
    ...Object.fromEntries(installed),
  };
  const lock = { lockfileVersion: 3, requires: true, packages: own };
  await writeFile(join(repository, 'package-lock.json'), JSON.stringify(lock));
}

export const sectionOf = (page: Page, name: string) => page.locator(`#${name}`);
export const counter = (page: Page, name: string) =>
  sectionOf(page, name).getByRole('button', { name: /^Pressed/ });

/** Presses until the section answers: it is hydrated as it comes into view. */
export async function press(page: Page, name: string): Promise<void> {
  await counter(page, name).scrollIntoViewIfNeeded();
  await page.waitForFunction(
    (slot) => performance.getEntriesByName(`hydrated:${slot}`).length > 0,
    (await sectionOf(page, name).locator('[data-slot]').getAttribute('data-slot')) ?? '',
  );
  await counter(page, name).click();
  await expect(counter(page, name)).toHaveText('Pressed 1 times');
}
