import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { aFolderSite, aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { parseFakePage } from '@composed/testing/release/fake-compose';

let site: FolderSite;

beforeEach(async () => {
  site = await aLiveSite();
});

test('settings are shown, changed and kept in the history', async () => {
  expect((await site.runCommandLine('settings')).out).toContain('"siteUrl": "https://shop.test"');
  const { code, out } = await site.runCommandLine(
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
  const answer: unknown = JSON.parse((await site.runCommandLine('settings', '--json')).out);
  expect(answer).toMatchObject({
    siteUrl: 'https://new.example.com',
    data: { prices: 'https://api.test' },
    telemetry: { url: '/_telemetry', share: 10 },
    budget: { pricing: { script: 9000 } },
  });
  expect(answer).not.toHaveProperty(['budget', '*', 'html']);
  expect((await site.runCommandLine('history')).out).toMatch(
    /settings +public address https:\/\/new/,
  );
  expect(await readFile(path.join(site.folder, 'live/index.html'), 'utf8')).toContain(
    '"siteUrl":"https://new.example.com"',
  );
});

test('pages of a site without a public address keep the address of its first publish', async () => {
  const ownSite = aFolderSite({ environmentSettings: { siteUrl: null, data: {} } });
  const by = (localUrl: string) => ownSite.again({ ...ownSite.tool, localUrl, previewUrl: null });
  const readAddress = async () =>
    parseFakePage(await readFile(path.join(ownSite.folder, 'live/index.html'), 'utf8')).siteUrl;
  await by('http://localhost:9000').publishAll();
  expect(await readAddress()).toBe('http://localhost:9000');
  const other = by('http://localhost:9001');
  await other.publish('pricing', 'v2');
  expect(await readAddress()).toBe('http://localhost:9000');
  expect((await other.runCommandLine('verify')).err).toBe('');
  const preview = await other.runCommandLine('preview', 'pricing', '--name', 'x');
  expect(preview.out).toContain(' at http://localhost:9000/preview/x/ ');
  await other.runCommandLine('settings', '--site-url', 'https://shop.test');
  expect(await readAddress()).toBe('https://shop.test');
  await other.runCommandLine('settings', '--site-url', 'none');
  expect(await readAddress()).toBe('http://localhost:9001');
});

test('an environment that contradicts the settings is refused with advice', async () => {
  const other = (siteUrl: string | null, data: Record<string, string> = {}) =>
    site.again({ environmentSettings: { siteUrl, data } });
  const { code, err } = await other('https://other.test').runCommandLine('publish', 'pricing');
  expect(code).toBe(1);
  expect(err).toBe(
    'In this environment SITE_URL is https://other.test, but the settings of this site say https://shop.test; unset it, or run: npm run release -- settings --site-url https://other.test\n',
  );
  expect(
    (await other(null, { prices: 'https://api.test' }).runCommandLine('compose')).err,
  ).toContain(
    'In this environment the service for prices is https://api.test, but the settings of this site say that it has none',
  );
  expect((await other(null).runCommandLine('publish', 'pricing')).code).toBe(0);
});
