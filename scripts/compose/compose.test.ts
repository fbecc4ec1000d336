import { pricesElementId, releaseRecordElementId } from 'shared/contracts/page-elements';
import { parseReleaseRecord } from 'shared/contracts/release-record';
import { compose } from './compose';
import { aHost, aPricing, aSite, hostServer } from '../testing/release/composable-releases';

async function pagesOf(...site: Parameters<typeof aSite>): Promise<Record<string, string>> {
  const { pages } = await compose(aSite(...site));
  return Object.fromEntries([...pages].map(([name, bytes]) => [name, bytes.toString('utf8')]));
}

function dataOf(html: string | undefined, id: string): string {
  return (
    new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(
      html ?? '',
    )?.[1] ?? ''
  );
}

test('a composition holds every page of the host and the files of the root', async () => {
  expect(Object.keys(await pagesOf()).sort()).toEqual([
    '404.html',
    'index.html',
    'robots-logo.svg',
    'robots.txt',
    'sitemap.xml',
  ]);
});

test('the remote’s markup stands in the page, with the prices and their date', async () => {
  const { 'index.html': index, '404.html': missing } = await pagesOf();
  expect(index).toContain(
    '<div data-slot="pricing/PricingSection"><p>Prices of 2026-03-01</p></div>',
  );
  expect(JSON.parse(dataOf(index, pricesElementId))).toMatchObject({
    readOn: '2026-03-01',
  });
  expect(dataOf(missing, pricesElementId)).toBe('');
});

test('without prices a page is composed all the same, and says none', async () => {
  const { 'index.html': index } = await pagesOf({}, { prices: null });
  expect(index).toContain('Prices of no day');
  expect(dataOf(index, pricesElementId)).toBe('');
});

test('every page pins every release; only what stands in it is preloaded and styled', async () => {
  const { 'index.html': index, '404.html': missing } = await pagesOf();
  const [here, there] = [index, missing].map((html) =>
    parseReleaseRecord(dataOf(html, releaseRecordElementId)),
  );
  const { files } = aPricing().manifest;
  expect(here?.remotes).toEqual({
    pricing: {
      version: '0123456789ab',
      entry: '/assets/pricing/entry.0a.js',
      integrity: files['entry.0a.js']?.integrity,
      styles: [
        { href: '/assets/pricing/styles.0c.css', integrity: files['styles.0c.css']?.integrity },
      ],
    },
  });
  expect(there?.remotes).toEqual(here?.remotes);
  expect(here?.preloads.map(({ src }) => src)).toEqual([
    '/assets/pricing/entry.0a.js',
    '/assets/pricing/204.0b.js',
  ]);
  expect(there?.preloads).toEqual([]);
  expect(index).toContain('<style data-href="/assets/pricing/styles.0c.css">.pricing{}</style>');
  expect(missing).not.toContain('.pricing{}');
  expect(missing).toContain('<style data-href="/assets/host/styles.0c.css">.host{}</style>');
});

test('the same releases have the same composition; another release, price or place another', async () => {
  const idOf = async (...site: Parameters<typeof aSite>) => (await compose(aSite(...site))).id;
  const ids = await Promise.all([
    idOf(),
    idOf({ pricing: aPricing({ version: 'ba9876543210' }) }),
    idOf({}, { prices: null }),
    idOf({}, { basePath: '/preview/spring', indexable: false }),
  ]);
  expect(new Set(ids).size).toBe(4);
  expect(await idOf()).toBe(ids[0]);
});

test('a preview says noindex on every page and keeps robots out', async () => {
  const pages = await pagesOf({}, { basePath: '/preview/spring', indexable: false });
  for (const name of ['index.html', '404.html']) {
    expect(pages[name]).toContain('<meta name="robots" content="noindex">');
    expect(parseReleaseRecord(dataOf(pages[name], releaseRecordElementId)).basePath).toBe(
      '/preview/spring',
    );
  }
  expect(pages['robots.txt']).toContain('Disallow: /\n');
  const { 'index.html': live } = await pagesOf();
  expect(live).not.toContain('noindex');
});

test('an inline bootstrap that would end its own element is no page', async () => {
  const host = aHost({ files: { 'bootstrap.0b.js': 'a("</script>")' } });
  await expect(compose(aSite({ host }))).rejects.toThrow('bootstrap.0b.js cannot stand in a page.');
});

test('markup that names another app’s slot brings nothing of that app', async () => {
  const server = hostServer.replace('<h1>Not here</h1>', '<p data-slot="toString/Now">a</p>');
  const { '404.html': missing } = await pagesOf({ host: aHost({ server }) });
  expect(parseReleaseRecord(dataOf(missing, releaseRecordElementId)).preloads).toEqual([]);
});

test('a remote that the host has no place for adds nothing to any page', async () => {
  const site = aSite();
  const stranger = {
    ...aPricing(),
    readServer: () => Promise.reject(new Error('nobody needs this bundle')),
  };
  const { exposes } = stranger.manifest;
  const waiting = { ...stranger, manifest: { ...stranger.manifest, app: 'blog', exposes } };
  const plain = await compose(site);
  const grown = await compose({ ...site, releases: { ...site.releases, blog: waiting } });
  expect(grown.pages.get('index.html')?.toString()).toBe(plain.pages.get('index.html')?.toString());
  expect(grown.id).toBe(plain.id);
});

test('a module that a remote exposes before the host shows it holds nobody up', async () => {
  const pricing = aPricing();
  const early = { ...pricing.manifest.exposes, './Calculator': { scripts: [], styles: [] } };
  const { pages } = await compose(
    aSite({ pricing: { ...pricing, manifest: { ...pricing.manifest, exposes: early } } }),
  );
  expect(pages.get('index.html')?.toString()).toContain('Prices of 2026-03-01');
});
