import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parseReleaseRecord } from 'shared/contracts/release-record';
import { expect, test } from '../testing/fixtures';
import { fillIn, newVisitor, signUpButton } from '../testing/new-visitor';
import { createPath } from '../testing/routes';
import { expectSameDocument, hydrated, markDocument, remoteHydrated } from '../testing/sections';
import type { Site } from '../testing/site';

/** What identity is compared on; written into the page for `compare`. */
interface Instances {
  /** Values by app: React's own internals, of which each copy of React has its own. */
  readonly react: Record<string, unknown[]>;
  readonly toasts: Record<string, unknown[]>;
}

/**
 * Asks each app's webpack runtime, through the chunk list that it listens on, for the instances of React
 * and of the toast store among the modules it has run.
 * @returns how many there are in the page by identity, and which app has how many of its own to show
 */
function countInstances(page: Page, apps: readonly string[]) {
  return page.evaluate((names) => {
    type Require = ((id: string) => unknown) & { m: Record<string, unknown> };
    const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
    const found: Instances = { react: {}, toasts: {} };
    const isObject = (value: unknown): value is object =>
      (typeof value === 'object' || typeof value === 'function') && value !== null;
    for (const name of names) {
      const react: unknown[] = (found.react[name] = []);
      const toasts: unknown[] = (found.toasts[name] = []);
      const chunks = Reflect.get(window, `webpackChunk${name}`) as unknown[] | undefined;
      chunks?.push([
        [`probe-${Math.random()}`],
        {},
        (require: Require) => {
          for (const id of Object.keys(require.m)) {
            const exported = require(id);
            if (!isObject(exported)) continue;
            const inside: unknown = Reflect.get(exported, internals);
            if (isObject(inside) && 'useState' in exported && !react.includes(inside))
              react.push(inside);
            // A build may give the store's export another name; what it can do tells it.
            for (const value of Object.values(exported)) {
              if (isObject(value) && 'show' in value && 'handle' in value) {
                if (!toasts.includes(value)) toasts.push(value);
              }
            }
          }
        },
      ]);
    }
    const count = (byApp: Record<string, unknown[]>) => ({
      inPage: new Set(Object.values(byApp).flat()).size,
      ...Object.fromEntries(Object.entries(byApp).map(([name, list]) => [name, list.length])),
    });
    return { react: count(found.react), toasts: count(found.toasts) };
  }, apps);
}

test('host and both remotes have one React and one toast store between them', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await remoteHydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
  await expect(page.getByLabel('First name')).toBeVisible();
  // Pricing is one file, which loads no chunks and has no list of them. The section shows no toast, and with a
  // React of its own its hooks would throw.
  const { react, toasts } = await countInstances(page, ['host', 'signup']);
  expect(react).toEqual({ inPage: 1, host: 1, signup: 1 });
  expect(toasts).toEqual({ inPage: 1, host: 1, signup: 1 });
});

test('a toast that a remote shows is drawn by the host and outlives the remote’s page', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource.*500/);
  await page.route(`**${createPath}`, (route) => route.fulfill({ status: 500 }));
  await page.goto('/signup');
  await markDocument(page);
  await fillIn(page, newVisitor());
  await signUpButton(page).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Failed to Register!' });
  await expect(toast).toBeVisible();
  expect(await toast.evaluate((element) => element.closest('[data-boundary="signup"]'))).toBeNull();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page).toHaveURL('/terms');
  await expect(toast).toBeVisible();
  await expectSameDocument(page);
});

/** Name and text of every script, or file with another ending, of an app's live release. */
async function filesOf(site: Site, app: string, ending = '.js'): Promise<[string, string][]> {
  const folder = join(site.siteDir, 'assets', app);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const scripts = entries.filter((entry) => entry.isFile() && entry.name.endsWith(ending));
  return Promise.all(
    scripts.map(async (entry): Promise<[string, string]> => [
      entry.name,
      await readFile(join(entry.parentPath, entry.name), 'utf8'),
    ]),
  );
}

test('host and remotes are builds of their own: no file of one is in another', async ({ site }) => {
  const [host, pricing, signup] = await Promise.all(
    ['host', 'pricing', 'signup'].map((app) => filesOf(site, app)),
  );
  const words = (files: typeof host) => (files ?? []).map(([, text]) => text).join('\n');
  expect(words(host)).toContain('Scroll To Top');
  expect(words(pricing)).toContain('Not sure what to choose?');
  expect(words(signup)).toContain('Failed to Register!');
  expect(words(host)).not.toMatch(/Not sure what to choose|Failed to Register!/);
  expect(words(pricing)).not.toMatch(/Scroll To Top|Failed to Register!/);
  expect(words(signup)).not.toMatch(/Scroll To Top|Not sure what to choose/);
  // React comes with the host alone.
  for (const remote of [pricing, signup])
    expect(words(remote)).not.toMatch(/react\.production|captureOwnerStack/);
});

for (const remote of ['pricing', 'signup']) {
  test(`every class that the styles of ${remote} name is its own`, async ({ site }) => {
    const sheets = await filesOf(site, remote, '.css');
    const classes = sheets.flatMap(([, text]) => text.match(/\.[a-z][\w-]*(?=[^{}]*\{)/gi) ?? []);
    expect(classes.length).toBeGreaterThan(10);
    expect(classes.filter((name) => !name.startsWith(`.${remote}-`))).toEqual([]);
  });
}

test('no file of the host knows where a remote is; the release record in the page does', async ({
  site,
  request,
}) => {
  const remotes = await Promise.all(['pricing', 'signup'].map((app) => filesOf(site, app)));
  for (const [name, text] of await filesOf(site, 'host')) {
    expect(`${name}: ${/assets\/(?:pricing|signup)/.exec(text)?.[0] ?? 'no address'}`).toBe(
      `${name}: no address`,
    );
    for (const [file] of remotes.flat()) expect(text).not.toContain(file);
  }
  const html = await (await request.get('/terms')).text();
  const record = /<script type="application\/json" id="release-record">(.*?)<\/script>/s.exec(html);
  const { remotes: pinned } = parseReleaseRecord(record?.[1] ?? '');
  for (const app of ['pricing', 'signup']) {
    expect(pinned[app]?.entry).toMatch(new RegExp(`^/assets/${app}/entry\\.\\w+\\.js$`));
  }
  expect(html.replace(record?.[0] ?? '', '')).not.toMatch(/assets\/(?:pricing|signup)/);
});

test('a page whose record names another place loads the remote from there', async ({
  page,
  site,
}) => {
  const asked: string[] = [];
  await page.route('**/elsewhere/*.js', async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    const name = route.request().url().split('/').at(-1) ?? '';
    // Not by route.fetch: now and then its answer was disposed of before it could be passed on.
    const file = await fetch(`${site.url}/assets/signup/${name}`);
    await route.fulfill({ contentType: 'text/javascript', body: await file.text() });
  });
  await page.route('**/terms', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/\/assets\/signup\/entry\./, '/elsewhere/entry.');
    await route.fulfill({ response, body: html });
  });
  await page.goto('/terms');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'SignUp' }).click();
  await expect(page.getByLabel('First name')).toBeVisible();
  expect(asked).toEqual([expect.stringMatching(/^\/elsewhere\/entry\.\w+\.js$/)]);
});
