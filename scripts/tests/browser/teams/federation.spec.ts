import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parsePins } from '@composed/contracts/pins';
import { unusedComponentsRule } from '@composed/build/bundler/workarounds/react-router';
import { buildApp } from '@composed/build/release/build-app';
import { listModuleSizes, readStats } from '@composed/apps/webpack-stats';
import { expect, test } from '../../helpers/fixtures';
import { ofSharedPackages } from '../../helpers/remote-section';
import { hydrated, remoteHydrated } from '@composed/testing/browser/hydration';
import { changePage, headerLink } from '../../helpers/sections';
import type { Site } from '../../helpers/run-site';

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

test('tools for module federation find the host, its remotes and the shared packages', async ({
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

test('the host is built of its libraries as they were published, to the byte', async () => {
  const withoutUnused = createRequire(import.meta.url)(unusedComponentsRule.loader) as (
    text: string,
  ) => string;
  const { folder } = await buildApp('host');
  const root = join(import.meta.dirname, '../../../..');
  const modules = listModuleSizes(await readStats('host', folder), root);
  const libraries = modules.filter(({ name }) => /^node_modules\/.*js$/.test(name));
  expect(libraries.length).toBeGreaterThan(40);
  for (const { name, bytes } of libraries) {
    const published = await readFile(join(root, name), 'utf8');
    const source = unusedComponentsRule.test.test(name) ? withoutUnused(published) : published;
    const size = Buffer.byteLength(source);
    // Built for two entries, a module counts twice.
    expect(`${name}: ${bytes % size} bytes more`).toBe(`${name}: 0 bytes more`);
  }
});

/** The text of all scripts of an app's live release. */
async function scriptsOf({ siteDir }: Site, app: string): Promise<string> {
  const folder = join(siteDir, 'assets', app);
  const files = await readdir(folder, { recursive: true });
  const scripts = files.filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

test('host and remotes are separate builds without common files', async ({ site }) => {
  const [host, pricing, signup] = await Promise.all([
    scriptsOf(site, 'host'),
    scriptsOf(site, 'pricing'),
    scriptsOf(site, 'signup'),
  ]);
  expect(host).toContain('Scroll To Top');
  expect(pricing).toContain('Not sure what to choose?');
  expect(signup).toContain('Failed to Register!');
  expect(host).not.toMatch(/Not sure what to choose|Failed to Register!/);
  expect(pricing).not.toMatch(/Scroll To Top|Failed to Register!/);
  expect(signup).not.toMatch(/Scroll To Top|Not sure what to choose/);
  // React and the toast store come with the host alone, once each.
  for (const text of ofSharedPackages) {
    expect(host.match(text)).toHaveLength(1);
    for (const remote of [pricing, signup]) expect(remote.match(text)).toBeNull();
  }
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
  await changePage(page, '/terms', (html) =>
    html.replace(/\/assets\/signup\/entry\./, '/elsewhere/entry.'),
  );
  await page.goto('/terms');
  await hydrated(page);
  await headerLink(page, 'SignUp').click();
  await expect(page.getByLabel('First name')).toBeVisible();
  expect(asked).toEqual([expect.stringMatching(/^\/elsewhere\/entry\.\w+\.js$/)]);
});
