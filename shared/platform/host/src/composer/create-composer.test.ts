import { dataElementId, pinsElementId } from '@composed/contracts/page-elements';
import { parsePins } from '@composed/contracts/pins';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { createElement } from 'react';
import { RemoteSlot } from '../slots/RemoteSlot';
import type { PageRoute } from '../site/site-config';
import {
  compose,
  dataOf,
  id,
  links,
  composedPages,
  prices,
  route,
  violationsOf,
} from '../testing/compose-fixture';
import { hash, host, pricing, pricingWith } from '../testing/manifests';

test('a deployment holds every page of the host and the files of the root', async () => {
  const pages = await composedPages();
  expect(Object.keys(pages).sort()).toEqual(['*', '/', 'icon.svg', 'robots.txt', 'sitemap.xml']);
  expect(pages['icon.svg']).toBe('copy of root/icon.0123456789ab.svg');
  expect(pages['sitemap.xml']?.match(/<loc>.*/g)).toEqual([
    '<loc>https://shop.example.com/</loc></url>',
  ]);
  const robots = pages['robots.txt']?.split('\n');
  expect(robots).toContain('Disallow: /redirect/');
  expect(robots).toContain('Sitemap: https://shop.example.com/sitemap.xml');
  expect(robots).not.toContain('Disallow: /');
});

test('prices are only in the pages that show them, and without prices in none', async () => {
  const { '/': index, '*': missing } = await composedPages();
  expect(JSON.parse(dataOf(index, dataElementId))).toEqual({ prices });
  expect(dataOf(missing, dataElementId)).toBe('');
  for (const data of [{}, { prices: { ...prices, value: { error: 'busy' } } }]) {
    const { '/': without } = await composedPages({ data });
    expect(without).toContain('Prices of no day');
    expect(dataOf(without, dataElementId)).toBe('');
    expect((await compose({ data })).output).toMatchObject({ unread: Object.keys(data) });
  }
});

test('every page pins every release, and preloads and styles only its mounted modules', async () => {
  const { '/': index, '*': missing } = await composedPages();
  const [shownPins, bare] = [index, missing].map((html) => parsePins(dataOf(html, pinsElementId)));
  expect(shownPins?.remotes).toEqual({
    pricing: {
      version: '0123456789abcdef0123456789abcdef',
      entry: '/assets/pricing/entry.0a.js',
      global: 'our_prices',
      integrity: hash('a'),
      exposes: { './PricingSection': { props: { links: true, prices: true } } },
      styles: [{ href: '/assets/pricing/styles.0c.css', integrity: hash('c') }],
    },
  });
  const scripts = [
    { src: '/assets/pricing/entry.0a.js', integrity: hash('a') },
    { src: '/assets/pricing/204.0b.js', integrity: hash('b') },
  ];
  expect(shownPins?.preloads).toEqual(scripts);
  expect(bare?.preloads).toEqual([]);
  expect(bare?.remotes).toMatchObject(shownPins?.remotes ?? {});
  expect(bare?.remotes['pricing']?.exposes['./PricingSection']?.scripts).toEqual(scripts);
  expect(index).toContain('<template id="later">');
  expect(missing).toContain('<template id="later" data-on="interaction">');
  expect(index).toContain('<style data-href="/assets/pricing/styles.0c.css">.pricing{}</style>');
  expect(missing).not.toContain('.pricing{}');
  expect(missing).toContain('<style data-href="/assets/host/styles.0c.css">.host{}</style>');
});

test('a style sheet that several modules share is in their page once', async () => {
  const entry = pricing.exposes['./PricingSection'];
  if (!entry) throw new Error('no module');
  const both = [id, 'pricing/Other'];
  const { '/': html = '' } = await composedPages({
    manifests: [host, { ...pricing, exposes: { ...pricing.exposes, './Other': entry } }],
    site: {
      modules: Object.fromEntries(both.map((each) => [each, { label: each, skeleton: null }])),
      routesOf: () => [
        route(
          '/',
          both.map((each) => createElement(RemoteSlot, { id: each, key: each })),
        ),
        route('*', 'Not here'),
      ],
    },
  });
  expect(html.match(/<!--slot:/g)).toHaveLength(2);
  expect(html.match(/<style data-href="\/assets\/pricing\/styles.0c.css">/g)).toHaveLength(1);
});

test('every page of a preview has noindex, and its robots.txt refuses all robots', async () => {
  const pages = await composedPages({ basePath: '/preview/spring', indexable: false });
  for (const page of [pages['/'], pages['*']]) {
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('<template id="later" data-on="paint">');
    const { basePath } = parsePins(dataOf(page, pinsElementId));
    expect(basePath).toBe('/preview/spring');
  }
  expect(pages['robots.txt']).toContain('Disallow: /\n');
  expect((await composedPages())['/']).not.toContain('noindex');
});

test.each([
  ['inline bootstrap', 'host', 'bootstrap.0b.js', 'a("</script>")'],
  ['style sheet', 'pricing', 'styles.0c.css', '.a::after{content:"</STYLE>"}'],
])('a page refuses %s that would end its own element', async (_what, app, file, text) => {
  expect(await violationsOf({ files: { [`${app}/${file}`]: text } })).toEqual([
    `${app}: ${file} contains </script>, </style> or <!--, so it cannot be inlined`,
  ]);
});

test('a remote without a slot in the host adds nothing to any page', async () => {
  const blog = { ...pricing, app: 'blog' };
  expect(await composedPages({ manifests: [host, pricing, blog] })).toEqual(await composedPages());
  const { steps } = await compose({ manifests: [host, blog, pricing] });
  expect(steps.join()).not.toContain('blog');
});

test('the plan names the modules that pages show, and each step is announced before it runs', async () => {
  const { plan, steps } = await compose();
  const props = { links, prices };
  expect(plan).toEqual({
    modules: [{ id, app: 'pricing', expose: './PricingSection', key: '', props }],
  });
  expect(steps).toEqual(['could not render /', 'could not render *']);
});

test.each([
  ['has no release', []],
  ['has a release without it', [{ ...pricing, exposes: {} }]],
])('the slot of a module whose app %s is empty', async (_what, remotes) => {
  const { plan, output } = await compose({ manifests: [host, ...remotes] });
  expect([plan, output]).toMatchObject([{ modules: [] }, { empty: [id, 'signup/SignupPage'] }]);
});

test('a module gets exactly the props it takes, and a prop that is not provided is refused', async () => {
  const taking = (...names: string[]) => ({
    manifests: [
      host,
      pricingWith({ props: Object.fromEntries(names.map((name) => [name, true as const])) }),
    ],
  });
  expect((await compose(taking('links'))).plan).toMatchObject({
    modules: [{ id, props: { links } }],
  });
  expect(await violationsOf(taking('links', 'hasRelease', 'currency'))).toEqual([
    'pricing: does not fit the others: ./PricingSection takes hasRelease, currency, which host 0123456789abcdef0123456789abcdef does not provide',
  ]);
});

test.each([
  // @ts-expect-error: it begins with no slash
  [route('guides/first-steps', 'Steps'), 'addresses begin with a slash: "/guides/first-steps"'],
  [route('/', '/'), 'it has another one there'],
  [route('/store/plans', 'A plan'), 'services answer there (/store)'],
  [route('/api', 'A call'), 'services answer there (/api)'],
  [route('/a.b', 'A file'), expect.stringMatching(/^that is no address: letters/)],
])('a second route at an impossible address is refused (%#)', async (second, reason: unknown) => {
  const routesOf = () => [route('/', 'Home'), second, route('*', 'Not here')];
  const [refusal = ''] = await violationsOf({ site: { routesOf } });
  expect(refusal.split(', and ')).toEqual([`host: has a page at "${second.path}"`, reason]);
});

test('a page without a title, or without content, is refused', async () => {
  const withRoute = (more: PageRoute) => ({ site: { routesOf: () => [more] } });
  expect(await violationsOf(withRoute({ ...route('*', 'Home'), title: ' ' }))).toEqual([
    'host: has a page without a title at *',
  ]);
  const empty = withRoute(route('*', createElement('div')));
  await expect(compose(empty)).rejects.toThrow('nothing was rendered');
});

describe('a remote of ES modules', () => {
  const react = 'es-modules/react.0c.js';
  const ofHost = Object.fromEntries(
    ['import-map.0a.json', 'es-modules.0b.js', react].map((name, index) => [
      name,
      { bytes: 1, integrity: hash(String(index)) },
    ]),
  );
  const withModules = { ...host, files: { ...host.files, ...ofHost } };
  const map = `{"imports":{"react":"/assets/host/${react}"}}`;
  const files = { 'host/import-map.0a.json': map };
  const esModules = { 'entry.0a.js': [], '204.0b.js': ['react', 'entry.0a.js'] };
  const composedWith = (remote: ReleaseManifest) =>
    composedPages({ manifests: [withModules, remote], files });

  test('a page that pins it has the import map, and allows the host’s modules', async () => {
    const { '/': index = '' } = await composedWith({ ...pricing, global: null, esModules });
    expect(index).toContain(`<script type="importmap">${map}</script>`);
    for (const source of [`sha256-hash of ${map.length}`, hash('1'), hash('2')]) {
      expect(index).toMatch(new RegExp(`script-src [^;]*'${source}'`));
    }
    const { preloads, remotes } = parsePins(dataOf(index, pinsElementId));
    const scripts = [
      { src: `/assets/host/${react}`, integrity: hash('2') },
      { src: '/assets/pricing/entry.0a.js', integrity: hash('a') },
      { src: '/assets/pricing/204.0b.js', integrity: hash('b') },
    ];
    const container = { src: '/assets/host/es-modules.0b.js', integrity: hash('1') };
    expect(preloads).toEqual([container, ...scripts]);
    expect(remotes['pricing']).toMatchObject({
      entry: container.src,
      integrity: container.integrity,
      global: 'remote_pricing',
      exposes: { './PricingSection': { scripts } },
    });
  });

  test('a page that pins none does not change when another page pins one', async () => {
    // Only the first page holds the data that this module takes, and so only that one pins it.
    const remote = pricingWith({ calls: [] });
    const plain = await composedPages({ manifests: [host, remote] });
    const beside = await composedWith(remote);
    const elsewhere = await composedWith({ ...remote, global: null, esModules });
    expect(elsewhere['/']).toContain('importmap');
    expect(beside['/']).toBe(plain['/']);
    expect([beside['*'], elsewhere['*']]).toEqual([plain['*'], plain['*']]);
  });
});
