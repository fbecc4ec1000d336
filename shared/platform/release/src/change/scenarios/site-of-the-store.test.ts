import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseError } from '@composed/command/errors';
import { readLedger, writeNextLedger } from '../../ledger/ledger';
import { finishPruning } from '../steps/recover';
import { aFolderSite, aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { composeWith, parseFakePage } from '@composed/testing/release/fake-compose';
import { fakeVersion } from '@composed/testing/release/fake-release';

// The store says which site it holds, whoever publishes.

let site: FolderSite;

beforeEach(async () => {
  site = await aLiveSite();
});

test('settings are shown, changed and kept in the history', async () => {
  expect((await site.type('settings')).out).toContain('"siteUrl": "https://shop.test"');
  const { code, out } = await site.type(
    'settings',
    '--site-url',
    'https://new.example.com/',
    '--data',
    'prices=https://api.test/',
    '--budget',
    'pricing.script=9000',
    '--budget',
    '*.html=none',
    '--telemetry',
    '/_telemetry=10',
  );
  expect(code).toBe(0);
  expect(out).toContain('✓ Go live');
  const answer: unknown = JSON.parse((await site.type('settings', '--json')).out);
  expect(answer).toMatchObject({
    siteUrl: 'https://new.example.com',
    data: { prices: 'https://api.test' },
    telemetry: { url: '/_telemetry', share: 10 },
    budget: { pricing: { script: 9000 } },
  });
  expect(answer).not.toHaveProperty(['budget', '*', 'html']);
  expect((await site.type('history')).out).toMatch(/settings +public address https:\/\/new/);
  expect(await readFile(path.join(site.folder, 'live/index.html'), 'utf8')).toContain(
    '"siteUrl":"https://new.example.com"',
  );
});

test('pages of a site without a public address keep the address of its first publish', async () => {
  const ownSite = aFolderSite({ environment: { siteUrl: null, data: {} } });
  const by = (localUrl: string) => ownSite.again({ ...ownSite.tool, localUrl, previewUrl: null });
  const readAddress = async () =>
    parseFakePage(await readFile(path.join(ownSite.folder, 'live/index.html'), 'utf8')).siteUrl;
  await by('http://localhost:9000').publishAll();
  expect(await readAddress()).toBe('http://localhost:9000');
  const other = by('http://localhost:9001');
  await other.publish('pricing', 'v2');
  expect(await readAddress()).toBe('http://localhost:9000');
  expect((await other.type('verify')).err).toBe('');
  const preview = await other.type('preview', 'pricing', '--name', 'x');
  expect(preview.out).toContain(' at http://localhost:9000/preview/x/ ');
  await other.type('settings', '--site-url', 'https://shop.test');
  expect(await readAddress()).toBe('https://shop.test');
  await other.type('settings', '--site-url', 'none');
  expect(await readAddress()).toBe('http://localhost:9001');
});

test('an environment that contradicts the settings is refused with advice', async () => {
  const other = (siteUrl: string | null, data: Record<string, string> = {}) =>
    site.again({ environment: { siteUrl, data } });
  const { code, err } = await other('https://other.test').type('publish', 'pricing');
  expect(code).toBe(1);
  expect(err).toBe(
    'By this environment SITE_URL is https://other.test, but the settings of this site say https://shop.test; unset it, or run: npm run release -- settings --site-url https://other.test\n',
  );
  expect((await other(null, { prices: 'https://api.test' }).type('compose')).err).toContain(
    'By this environment the service for prices is https://api.test, but the settings of this site say that it has none',
  );
  expect((await other(null).type('publish', 'pricing')).code).toBe(0);
});

test('with --json the outcome is JSON, and the steps go to standard error', async () => {
  const empty = aFolderSite();
  const { out, err } = await empty.type('publish', '--all', '--json');
  expect(JSON.parse(out)).toMatchObject({
    revision: 1,
    releases: { pricing: fakeVersion('pricing', 'v1') },
  });
  expect(err).toContain('✓ Go live');
  const preview = await site.type('preview', 'pricing', '--name', 'spring', '--json');
  expect(JSON.parse(preview.out)).toMatchObject({
    address: 'https://previews.example.com/preview/spring/',
  });
  expect(JSON.parse((await site.type('verify', '--json')).out)).toMatchObject({ damages: [] });
});

test('verify finds a page that its releases do not compose to', async () => {
  const compose = composeWith((pages) => pages.set('index.html', Buffer.from('another page')));
  const other = site.again({ compose });
  const { code, err } = await other.type('verify');
  expect(code).toBe(1);
  expect(err).toMatch(
    /^deployments\/\w+\/index\.html is not the page that its releases compose to$/m,
  );
});

/** Refuses pages that mix a release with 'new contract' in its bundle with one without. */
function withContracts(): FolderSite {
  const together = site.again({
    compose: async (input) => {
      const sources = await Promise.all(
        Object.entries(input.releases)
          .filter(([app]) => app !== 'signup')
          .map(([, { readServer }]) => readServer()),
      );
      const isNew = sources.map((source) => source.includes('new contract'));
      if (new Set(isNew).size > 1) {
        const reason = 'it was built for another contract';
        throw new ReleaseError({ app: 'pricing', version: 'x', reason });
      }
      return site.tool.compose(input);
    },
  });
  for (const app of ['host', 'pricing']) {
    together.sources.set(app, 'v2');
    together.servers.set(app, '// new contract');
  }
  return together;
}

test('a release that makes a rollback impossible needs a reason, which the history keeps', async () => {
  const together = withContracts();
  const refused = await together.type('publish', 'host', 'pricing');
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(
    /^host \w+ could no longer be rolled back to \w+: pricing x: it was built for another contract$/m,
  );
  const args = ['publish', 'host', 'pricing', '--allow-no-rollback', 'both teams know'];
  expect(await together.type(...args)).toMatchObject({ code: 0 });
  const { out } = await together.type('status');
  expect(out).toContain('Let through without a rollback: pricing (both teams know).');
  expect(out).toMatch(/No rollback: host \w+ → \w+: pricing x: it was built for another contract/);
  const status: unknown = JSON.parse((await together.type('status', '--json')).out);
  const problem = 'pricing x: it was built for another contract';
  expect(status).toMatchObject({
    rollbackChecks: [
      { app: 'host', to: fakeVersion('host', 'v1'), problem },
      { app: 'pricing', to: fakeVersion('pricing', 'v1'), problem },
    ],
  });
  expect(await together.typePublish('signup', 'v2')).toMatchObject({ code: 0 });
});

test('a file that was published during a prune is restored', async () => {
  await site.publish('pricing', 'v2');
  const { store } = site.tool;
  const move = store.move.bind(store);
  const moving = jest.spyOn(store, 'move').mockImplementationOnce(async (from, to) => {
    // Another process changes the ledger between the look and the move.
    await writeNextLedger(store, ledger, {});
    await move(from, to);
  });
  const before = await store.list('assets/pricing/');
  const ledger = await readLedger(store);
  const keys = before.map(({ key }) => key);
  await finishPruning(store, { ...ledger, pruning: keys });
  expect(moving).toHaveBeenCalled();
  expect(await store.list('assets/pricing/')).toEqual(before);
  expect(await store.list('trash/')).toEqual([]);
});
