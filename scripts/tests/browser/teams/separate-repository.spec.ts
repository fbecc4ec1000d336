import { writeFile } from 'node:fs/promises';
import { hasGateway } from '@composed/command/installed-software.mjs';
import { expect, test } from '../../helpers/fixtures';
import { ownRepositories } from '../../helpers/own-repository';
import { counter, expectShown, sectionOf } from '@composed/testing/browser/remote-section';
import {
  expectNew,
  expectRecovery,
  labelOf,
  watchSharedPackages,
} from '../../helpers/remote-section';
import { gatewayEnvironment, startGateway } from '@composed/testing/store/s3-gateway';
import { expectSameDocument, markDocument } from '../../helpers/sections';
import { skipTypeCheck } from '../../helpers/team';

// A remote built by Rspack in a repository of its own, which has only the packed packages, and a webpack remote in this one.
// The store is a bucket if there is an S3 gateway.
test.describe.configure({ mode: 'serial' });
// Pages here load scripts from other origins, which a header of the test's would turn into preflights.
test.use({ baseURL: undefined, extraHTTPHeaders: {} });

const name = 'tests-reviews';
const component = 'TestsReviewsSection';

let repositories: Awaited<ReturnType<typeof ownRepositories>>;
let stopGateway = (): unknown => undefined;

test.beforeAll(async () => {
  let environment = {};
  if (hasGateway()) {
    const gateway = await startGateway();
    await gateway.createBucket('site');
    environment = { ...gatewayEnvironment(gateway.url), SITE_STORE: 's3://site/shop' };
    stopGateway = gateway.stop;
  }
  const made = [
    { name, words: ['--bundler', 'rspack'] },
    { name: 'tests-opinions', isHere: true },
  ];
  repositories = await ownRepositories(made, environment);
});

test.afterEach(({ page }) => page.close());

test.afterAll(async () => {
  await repositories.stop();
  await stopGateway();
});

const write = (text: string) => writeFile(repositories.at(name, `src/${component}.tsx`), text);

/** Gives the component state, a toast of the host’s and this heading. Pressed three times, it throws as it renders. */
const edit = (heading: string, more = '') =>
  write(`import { useState } from 'react';
import type { PropsOf } from '@shopwright/shared/contracts/provides';
import { toasts } from '@shopwright/shared/toasts';
import { Button, ButtonLink } from '@shopwright/shared/ui/Button';
import type packageJson from '../package.json';
import styles from './${component}.module.css';

const thanks = { kind: 'success', title: 'Thank you', message: 'Somebody reads it.' } as const;

export default function ${component}({ links }: PropsOf<typeof packageJson, './${component}'>) {
  const [count, setCount] = useState(0);
  if (count > 2) throw new Error('Pressed too often.');
  return (
    <div data-boundary="${name}" className={styles['section']}>
      <h2>${heading}</h2>
      <Button onClick={() => setCount(count + 1)}>Pressed {count} times</Button>
      <Button onClick={() => toasts.show(thanks)}>Send</Button>
      <ButtonLink href={links.signUp}>Open your shop</ButtonLink>
    </div>
  );
}
${more}`);

test('a host starts with rows for remotes that nobody has published yet', async ({ page }) => {
  await expectNew(page, repositories.team.site.url, 'tests-opinions');
  await expect(sectionOf(page, name)).toHaveCount(0);
});

test('a new remote is published from a repository of its own', async ({ page }) => {
  await repositories.release(name, 'publish', name);
  await repositories.command(repositories.at(name), 'npm', 'test');
  await expectNew(page, repositories.team.site.url, name);
});

test('it has the host’s React and toasts, recovers from faults, and can be rolled back', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: /);
  const { url } = repositories.team.site;
  const first = { name, heading: 'First edition' };
  await edit(first.heading);
  await repositories.release(name, 'preview', name, '--name', 'first');
  await expectShown(page, `${url}/preview/first/`, first);
  await repositories.release(name, 'publish', name, '--canary', '50', ...skipTypeCheck);
  await expectShown(page, url, { name, heading: labelOf(name), visitorBucket: '99' });
  await expectShown(page, url, { ...first, visitorBucket: '00' });
  await repositories.release(name, 'promote');
  await page.context().clearCookies();
  await expectShown(page, url, first);

  const expectSharedOnce = watchSharedPackages(page);
  await expectRecovery(page, url, { name, file: 'entry', status: 404 });
  await sectionOf(page, name).getByRole('button', { name: 'Send' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Somebody reads it.' });
  await expect(toast).toBeVisible();
  const within = await toast.evaluate((element) => element.closest('[data-boundary]'));
  expect(within).toBeNull();
  await expectSharedOnce();

  await counter(page, name).click();
  await counter(page, name).click();
  await expect(sectionOf(page, name).getByRole('heading')).toBeVisible();
  await sectionOf(page, name).getByRole('button', { name: 'Try again' }).click();
  await expect(counter(page, name)).toHaveText('Pressed 0 times');
  await expectRecovery(page, url, { name, file: component, status: 200 });

  await repositories.release(name, 'rollback', name);
  await expectShown(page, url, { name, heading: labelOf(name) });
});

test('it runs alone and in the site, and both show the position of an error', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const here = repositories.at(name);
  {
    await using alone = await repositories.start(here, ['start']);
    // While types are checked for the first time.
    await edit('Mine', "const wrong: number = 'text';\nvoid wrong;\n");
    await page.goto(alone.address);
    await expect(page.frameLocator('iframe').getByText('error TS2322')).toBeVisible();
    await edit('Mine');
    await expect(page.locator('iframe')).toHaveCount(0);
    const button = page.locator('main').getByRole('button', { name: /^Pressed/ });
    await button.click();
    await expect(button).toHaveText('Pressed 1 times');
    await markDocument(page);
    await write('');
    await expect(page.frameLocator('iframe').getByText('This file is empty.')).toBeVisible();
    await edit('Edited alone');
    // The page’s state stays, even if the file was built while it was empty.
    await expect(page.getByRole('heading', { name: 'Edited alone' })).toBeVisible();
    await expect(button).toHaveText('Pressed 1 times');
    await expectSameDocument(page);
    await page.goto('about:blank');
  }
  {
    await using stories = await repositories.start(here, ['run', 'stories']);
    await page.goto(stories.address);
    await expect(page.getByRole('heading', { name: 'Edited alone' })).toBeVisible();
  }
  const ready = /working copy of \S+ is ready at (\S+)/;
  await using built = await repositories.start(
    here,
    ['run', 'dev', '--', repositories.team.site.url],
    ready,
  );
  await expectShown(page, built.address, { name, heading: 'Edited alone' });
  expect(said.join('\n')).not.toContain('hydration failed');
  await write('const broken = <;');
  await page.goto(built.address);
  await expect(page.getByText(`${component}.tsx`)).toBeVisible();
  expect(built.output()).toContain(`${component}.tsx`);
  await edit('Mended');
  await expectShown(page, built.address, { name, heading: 'Mended' });
  await page.close();
});
