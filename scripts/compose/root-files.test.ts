import type { ComposableRelease, CompositionInput } from './composition';
import { rootFiles } from './root-files';

const host: ComposableRelease = {
  manifest: {
    app: 'host',
    version: 'a',
    builtAt: '2026-03-01T00:00:00.000Z',
    revision: null,
    contract: 1,
    entry: 'main.js',
    files: {
      'main.0123456789ab.js': { bytes: 1, integrity: 'sha384-a' },
      'root/favicon.0123456789ab.svg': { bytes: 1, integrity: 'sha384-b' },
      'root/icon-192.0123456789ab.png': { bytes: 1, integrity: 'sha384-c' },
    },
    server: { bytes: 1, integrity: 'sha384-d' },
    exposes: {},
    calls: [],
    shared: {},
  },
  readServer: () => Promise.resolve(''),
  readFile: (name) => Promise.resolve(Buffer.from(name)),
};

const input = (indexable: boolean): CompositionInput => ({
  releases: { host },
  prices: null,
  basePath: '',
  siteUrl: 'https://shop.example.com',
  indexable,
});

async function textOf(name: string, indexable = true): Promise<string> {
  return String((await rootFiles(host, input(indexable), ['/', '/signup'])).get(name));
}

test('the host’s public files get their own names back, and nothing else of it is at the root', async () => {
  const files = await rootFiles(host, input(true), ['/']);
  expect([...files.keys()].sort()).toEqual([
    'favicon.svg',
    'icon-192.png',
    'robots.txt',
    'sitemap.xml',
  ]);
  expect(String(files.get('favicon.svg'))).toBe('root/favicon.0123456789ab.svg');
});

test('the sitemap lists the indexable pages under the public address', async () => {
  const sitemap = await textOf('sitemap.xml');
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://shop.example.com/',
    'https://shop.example.com/signup',
  ]);
});

test('robots stay away from the sign-in and find the sitemap', async () => {
  const robots = (await textOf('robots.txt')).split('\n');
  expect(robots).toContain('Disallow: /redirect/');
  expect(robots).toContain('Sitemap: https://shop.example.com/sitemap.xml');
  expect(robots).not.toContain('Disallow: /');
});

test('robots stay away from all of a site that is not to be indexed', async () => {
  expect(await textOf('robots.txt', false)).toBe('User-agent: *\nDisallow: /\n');
});
