import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parsePins } from '@composed/contracts/pins';
import { usedRouter } from '@composed/build/bundler/workarounds/react-router';
import { buildApp } from '@composed/build/release/build-app';
import { moduleSizes, readStats } from '@composed/apps/stats';
import { expect, test } from '../helpers/fixtures';
import { failToSignUp } from '../helpers/new-visitor';
import { expectSameDocument, hydrated, markDocument, remoteHydrated } from '../helpers/sections';
import type { Site } from '../helpers/site';

/** Globals for page tools of the field: the runtime's instances, with their remotes and shared packages. */
interface Federation {
  readonly __INSTANCES__: readonly {
    readonly options: {
      readonly name: string;
      readonly remotes: readonly { readonly name: string; readonly version: string }[];
      readonly shared: object;
    };
  }[];
}

test('tools for module federation find the host, its remotes with their releases, and what is shared', async ({
  page,
}) => {
  await page.goto('/');
  await remoteHydrated(page);
  const instances = await page.evaluate(() => {
    const federation = Reflect.get(globalThis, '__FEDERATION__') as Federation;
    return federation.__INSTANCES__.map(({ options: { name, remotes, shared } }) => ({
      name,
      remotes: Object.fromEntries(remotes.map((remote) => [remote.name, remote.version])),
      shared: Object.keys(shared),
    }));
  });
  const pins = await page.locator('#pins').textContent();
  const { remotes } = parsePins(pins ?? '');
  const versions = Object.entries(remotes).map(([name, { version }]) => [name, version] as const);
  const shared = ['react', 'react-dom', '@shopwright/shared/toasts'];
  expect(instances).toEqual([
    {
      name: 'host',
      remotes: Object.fromEntries<string>(versions),
      shared: expect.arrayContaining(shared),
    },
  ]);
});

test('a toast that a remote shows is drawn by the host and outlives the remote’s page', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^error: Failed to load resource.*500/);
  const toast = await failToSignUp(page);
  await expect(toast).toBeVisible();
  await markDocument(page);
  expect(await toast.evaluate((element) => element.closest('[data-boundary="signup"]'))).toBeNull();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page).toHaveURL('/terms');
  await expect(toast).toBeVisible();
  await expectSameDocument(page);
});

test('the host is built of its libraries as they were published, to the byte', async () => {
  const withoutUnused = createRequire(import.meta.url)(usedRouter.loader) as (
    text: string,
  ) => string;
  const { folder } = await buildApp('host');
  const root = join(import.meta.dirname, '../../..');
  const modules = moduleSizes(await readStats('host', folder), root);
  const libraries = modules.filter(({ name }) => /^node_modules\/.*js$/.test(name));
  expect(libraries.length).toBeGreaterThan(40);
  for (const { name, bytes } of libraries) {
    const published = await readFile(join(root, name), 'utf8');
    const source = usedRouter.test.test(name) ? withoutUnused(published) : published;
    const size = Buffer.byteLength(source);
    // Built for two entries, a module counts twice.
    expect(`${name}: ${bytes % size} bytes more`).toBe(`${name}: 0 bytes more`);
  }
});

/** Name and text of every script of an app's live release. */
async function filesOf(site: Site, app: string): Promise<[string, string][]> {
  const folder = join(site.siteDir, 'assets', app);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const scripts = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.js'));
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
  // React and the toast store come with the host alone, once each: the name that React calls the place of its internals,
  // and the store's first words.
  for (const text of [/\.__CLIENT_INTERNALS_\w+=/g, /`toast-\$|"toast-"/g]) {
    expect(words(host).match(text)).toHaveLength(1);
    for (const remote of [pricing, signup]) expect(words(remote)).not.toMatch(text);
  }
});

test('no file of the host knows where a remote is; the pins in the page does', async ({
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
  const pins = /<script type="application\/json" id="pins">(.*?)<\/script>/s.exec(html);
  const { remotes: pinned } = parsePins(pins?.[1] ?? '');
  for (const app of ['pricing', 'signup']) {
    expect(pinned[app]?.entry).toMatch(new RegExp(`^/assets/${app}/entry\\.\\w+\\.js$`));
  }
  expect(html.replace(pins?.[0] ?? '', '')).not.toMatch(/assets\/(?:pricing|signup)/);
});

test('a page whose pins names another place loads the remote from there', async ({
  page,
  site,
}) => {
  const asked: string[] = [];
  await page.route('**/elsewhere/*.js', async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    const name = route.request().url().split('/').at(-1) ?? '';
    // Playwright now and then disposed of the response of route.fetch before it could be passed on.
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
