import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';
import { counter, expectShown, sectionOf } from '@composed/testing/browser/remote-section';

/** Returns the heading of a remote as `npm run new` writes it. */
export const labelOf = (name: string) => `The ${name.replaceAll('-', ' ')}`;

/** Scrolls to a section, and waits until it is hydrated. */
export async function sectionHydrated(page: Page, name: string): Promise<void> {
  await sectionOf(page, name).scrollIntoViewIfNeeded();
  await remoteHydrated(page, 0, `#${name}`);
}

/**
 * Records the scripts that are loaded from now on and have `part` in their address. Returns a function for their texts.
 */
export function scriptsOf(page: Page, part = '') {
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (response) => {
    const url = response.url();
    if (!response.ok() || !url.includes(part) || !url.endsWith('.js')) return;
    // The text is no longer available for a request of the previous page.
    scripts.set(
      url,
      response.text().catch(() => ''),
    );
  });
  return () => Promise.all(scripts.values());
}

/** Texts that occur once in each copy of React, and once in each copy of the toast store. */
export const ofSharedPackages = [/\.__CLIENT_INTERNALS_\w+ ?=/g, /`toast-\$|"toast-"/g];

/** Returns a function that expects exactly one React and one toast store in the scripts that were loaded since. */
export function watchSharedPackages(page: Page) {
  const scripts = scriptsOf(page);
  return async () => {
    const allScripts = (await scripts()).join('\n');
    for (const text of ofSharedPackages) expect(allScripts.match(text)).toHaveLength(1);
  };
}

/** Expects a new remote in the page, whose scripts are compiled while they load and have at most 12,000 bytes. */
export async function expectNew(page: Page, url: string, name: string): Promise<void> {
  const scripts = scriptsOf(page, `/assets/${name}/`);
  await expectShown(page, url, { name, heading: labelOf(name) });
  await sectionHydrated(page, name);
  const texts = await scripts();
  expect(texts).not.toEqual([]);
  for (const text of texts) expect(text).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  const bytes = texts.reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
  expect(bytes).toBeLessThanOrEqual(12_000);
}

/** A wrong response for a file of a remote. */
interface Damage {
  readonly name: string;
  /** The start of the file's name. */
  readonly file: string;
  readonly status: number;
}

/**
 * Expects that a remote with a missing or damaged file stays static until one press of "Try again" hydrates its nodes.
 */
export async function expectRecovery(
  page: Page,
  url: string,
  { name, file, status }: Damage,
): Promise<void> {
  const pattern = new RegExp(`/assets/${name}/${file}[^/]*\\.js`);
  await page.route(pattern, (route) =>
    route.fulfill({ status, contentType: 'text/javascript', body: 'corrupted' }),
  );
  await page.goto(url);
  await hydrated(page);
  const section = sectionOf(page, name);
  await section.scrollIntoViewIfNeeded();
  const heading = await section.getByRole('heading').elementHandle();
  const tryAgain = section.getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  await expect(section.getByRole('link', { name: 'Open your shop' })).toBeVisible();
  await page.unroute(pattern);
  await tryAgain.click();
  await sectionHydrated(page, name);
  await counter(page, name).click();
  await expect(counter(page, name)).toHaveText('Pressed 1 times');
  expect(await heading.evaluate((node) => node.isConnected)).toBe(true);
}
