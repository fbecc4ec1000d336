import { brotliCompressSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { hydrated, remoteHydrated } from './sections';

/** The heading of a new remote. */
export const labelOf = (name: string) => `The ${name.replaceAll('-', ' ')}`;

/** An edition of a remote: its heading. */
interface Shown {
  readonly name: string;
  readonly heading: string;
  /** Of the visitor, while there is a canary; else the second load draws one. */
  readonly visitorBucket?: string;
}

/** Loads the page until it shows this edition: a server follows its store a moment later. */
export async function expectShown(
  page: Page,
  url: string,
  { name, heading, visitorBucket }: Shown,
): Promise<void> {
  if (visitorBucket)
    await page.context().addCookies([{ name: 'bucket', value: visitorBucket, url }]);
  await expect(async () => {
    await page.goto(url);
    const shownHeading = sectionOf(page, name).getByRole('heading', { name: heading });
    await expect(shownHeading).toBeVisible({ timeout: 2000 });
  }).toPass();
}

export const sectionOf = (page: Page, name: string) => page.locator(`#${name}`);
export const counter = (page: Page, name: string) =>
  sectionOf(page, name).getByRole('button', { name: /^Pressed/ });

/** Waits until the section is hydrated and answers. */
export async function sectionHydrated(page: Page, name: string): Promise<void> {
  await sectionOf(page, name).scrollIntoViewIfNeeded();
  await remoteHydrated(page, 0, `#${name}`);
}

/** The texts of the scripts that come from now on and have this in their address. */
export function scriptsOf(page: Page, part = '') {
  const scripts = new Map<string, Promise<string>>();
  page.on('response', (response) => {
    const url = response.url();
    if (!response.ok() || !url.includes(part) || !url.endsWith('.js')) return;
    // One that the page before still asked for has no text any more.
    scripts.set(
      url,
      response.text().catch(() => ''),
    );
  });
  return () => Promise.all(scripts.values());
}

/** The name that React calls the place of its internals, and the toast store's first words: written once in each copy. */
export const ofSharedPackages = [/\.__CLIENT_INTERNALS_\w+ ?=/g, /`toast-\$|"toast-"/g];

/** @returns expects one React and one toast store in all scripts that the page has loaded since */
export function watchSharedPackages(page: Page) {
  const scripts = scriptsOf(page);
  return async () => {
    const allScripts = (await scripts()).join('\n');
    for (const text of ofSharedPackages) expect(allScripts.match(text)).toHaveLength(1);
  };
}

/** Expects a new remote in the page. Its scripts are compiled as they load, and take at most 12,000 bytes. */
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

/** A response for a file of a remote, with the wrong text. */
interface Damage {
  readonly name: string;
  /** The beginning of the file's name. */
  readonly file: string;
  readonly status: number;
}

/** Visits with a file missing or damaged: static, and one press of "Try again" hydrates the very same nodes. */
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
