import type { ComposerInput } from '@composed/contracts/composer';
import {
  dataElementId,
  releaseRecordElementId,
  rowElementId,
} from '@composed/contracts/page-elements';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { parseReleaseRecord } from '@composed/contracts/release-record';
import { createElement, type ReactNode } from 'react';
import { RemoteSlot } from '../slots/RemoteSlot';
import type { ComposedParts, PageRoute } from '../site-parts';
import { hash, host, pricing } from '../testing/manifests';
import { createPages } from '../pages';
import { createComposer } from './composer';

const id = 'pricing/PricingSection';
const places = [id, 'signup/SignupPage'];
const prices = { value: { cost: 0 }, readOn: '2026-03-01' };
const links = { home: '/' };

interface Site {
  readonly data: Readonly<Record<string, unknown>>;
  readonly isThere: (id: string) => boolean;
}

const route = (path: string, element: ReactNode, indexable = true): PageRoute => ({
  path,
  caseSensitive: true,
  title: path,
  search: { indexable },
  element,
});

/** A site with two pages: one shows the prices, the other nothing of others. */
const site: ComposedParts<Site, PageRoute> = {
  createSite: (facts) => facts,
  readData: ({ prices: given }) => {
    const isRead = given && Reflect.has(Object(given.value) as object, 'cost');
    return { data: isRead ? { prices: given } : {}, unread: given && !isRead ? ['prices'] : [] };
  },
  routesOf: ({ data, isThere }) => [
    route(
      '/',
      createElement(
        'p',
        null,
        `Prices of ${String(Reflect.get(Object(data['prices']), 'readOn') ?? 'no day')}`,
        isThere(id) && createElement(RemoteSlot, { id }),
      ),
    ),
    route('*', 'Not here', false),
  ],
  offersOf: ({ data }) => ({ links, prices: data['prices'] ?? null }),
  inSite: (_, node) => node,
  remotes: Object.fromEntries(places.map((place) => [place, { label: place, skeleton: null }])),
  Shell: ({ children }) => createElement('main', null, children),
  SlotNotice: () => null,
  provided: {},
  renderHead: ({ route: { title } }) => `<title>${title}</title>`,
  closedToRobots: ['/redirect'],
  services: ['/store'],
};

interface Parts extends Partial<Omit<ComposerInput, 'releases'>> {
  readonly manifests?: readonly ReleaseManifest[];
  /** Text of a file, where it is not the ordinary one. */
  readonly files?: Readonly<Record<string, string>>;
  readonly site?: Partial<typeof site>;
}

/** Composes the host and pricing; returns what stands in each page, or the violations. */
async function compose({ manifests = [host, pricing], files = {}, ...parts }: Parts = {}) {
  const texts: Readonly<Record<string, string>> = {
    'host/styles.0c.css': '.host{}',
    'pricing/styles.0c.css': '.pricing{}',
    'host/bootstrap.0b.js': 'bootstrap()',
    ...files,
  };
  const steps: string[] = [];
  const composer = createComposer({ ...site, ...parts.site });
  const input: ComposerInput = {
    data: { prices },
    basePath: '',
    indexable: true,
    settings: { siteUrl: 'https://shop.example.com' },
    hash: (text) => `hash of ${text.length}`,
    announce: (what) => steps.push(what),
    ...parts,
    releases: Object.fromEntries(
      manifests.map((manifest) => [
        manifest.app,
        {
          manifest: JSON.stringify(manifest),
          readFile: (name) => Promise.resolve(texts[`${manifest.app}/${name}`] ?? ''),
        },
      ]),
    ),
  };
  const [plan, output] = [await composer.plan(input), await composer.compose(input)];
  return { plan, output, steps };
}

async function pagesOf(parts: Parts = {}): Promise<Record<string, string>> {
  const { output } = await compose(parts);
  if ('violations' in output) throw new Error(JSON.stringify(output.violations));
  const files = Object.fromEntries(
    Object.entries(output.files).map(([name, file]) => {
      return [name, 'text' in file ? file.text : `copy of ${file.file}`];
    }),
  );
  return { ...output.pages, ...files };
}

async function violationsOf(parts: Parts): Promise<string[]> {
  const { output } = await compose(parts);
  const violations = 'violations' in output ? output.violations : [];
  return violations.map(({ app, reason }) => `${app}: ${reason}`);
}

function dataOf(html = '', element: string): string {
  const block = new RegExp(`<script type="application/json" id="${element}">(.*?)</script>`, 's');
  return block.exec(html)?.[1] ?? '';
}

test('a composition holds every page of the host and the files of the root', async () => {
  const pages = await pagesOf();
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

test('prices stand only in the pages that show them, and without prices nowhere', async () => {
  const { '/': index, '*': missing } = await pagesOf();
  expect(JSON.parse(dataOf(index, dataElementId))).toEqual({ prices });
  expect(dataOf(missing, dataElementId)).toBe('');
  for (const data of [{}, { prices: { ...prices, value: { error: 'busy' } } }]) {
    const { '/': without } = await pagesOf({ data });
    expect(without).toContain('Prices of no day');
    expect(dataOf(without, dataElementId)).toBe('');
    expect((await compose({ data })).output).toMatchObject({ unread: Object.keys(data) });
  }
});

test('every page pins every release; only what is mounted in it is preloaded and styled', async () => {
  const { '/': index, '*': missing } = await pagesOf();
  const [shown, bare] = [index, missing].map((html) =>
    parseReleaseRecord(dataOf(html, releaseRecordElementId)),
  );
  expect(shown?.remotes).toEqual({
    pricing: {
      version: '0123456789ab',
      entry: '/assets/pricing/entry.0a.js',
      global: 'our_prices',
      integrity: hash('a'),
      takes: { './PricingSection': ['links', 'prices'] },
      styles: [{ href: '/assets/pricing/styles.0c.css', integrity: hash('c') }],
    },
  });
  expect(bare?.remotes).toEqual(shown?.remotes);
  expect(shown?.preloads).toEqual([
    { src: '/assets/pricing/entry.0a.js', integrity: hash('a') },
    { src: '/assets/pricing/204.0b.js', integrity: hash('b') },
  ]);
  expect(bare?.preloads).toEqual([]);
  expect(index).toContain('<template id="later">');
  expect(missing).toContain('<template id="later" data-on="interaction">');
  expect(index).toContain('<style data-href="/assets/pricing/styles.0c.css">.pricing{}</style>');
  expect(missing).not.toContain('.pricing{}');
  expect(missing).toContain('<style data-href="/assets/host/styles.0c.css">.host{}</style>');
});

test('a preview says noindex on every page and keeps robots out', async () => {
  const pages = await pagesOf({ basePath: '/preview/spring', indexable: false });
  for (const page of [pages['/'], pages['*']]) {
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('<template id="later" data-on="paint">');
    const { basePath } = parseReleaseRecord(dataOf(page, releaseRecordElementId));
    expect(basePath).toBe('/preview/spring');
  }
  expect(pages['robots.txt']).toContain('Disallow: /\n');
  expect((await pagesOf())['/']).not.toContain('noindex');
});

test.each([
  ['inline bootstrap', 'host', 'bootstrap.0b.js', 'a("</script>")'],
  ['style sheet', 'pricing', 'styles.0c.css', '.a::after{content:"</STYLE>"}'],
])('a page takes no %s that would end its own element', async (_what, app, file, text) => {
  expect(await violationsOf({ files: { [`${app}/${file}`]: text } })).toEqual([
    `${app}: ${file} cannot stand in a page: it would end its own element`,
  ]);
});

test('a remote that the host has no place for adds nothing to any page', async () => {
  const blog = { ...pricing, app: 'blog' };
  expect(await pagesOf({ manifests: [host, pricing, blog] })).toEqual(await pagesOf());
  const { steps } = await compose({ manifests: [host, blog, pricing] });
  expect(steps.join()).not.toContain('blog');
});

test('the modules that pages show are planned, and each step is announced before it runs', async () => {
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
])('the place of a module whose app %s is empty', async (_what, remotes) => {
  const { plan, output } = await compose({ manifests: [host, ...remotes] });
  expect([plan, output]).toMatchObject([{ modules: [] }, { empty: [id, 'signup/SignupPage'] }]);
});

test('a module is given what it takes and nothing else, and what is not on offer is refused', async () => {
  const taking = (...names: string[]) => ({
    manifests: [host, { ...pricing, takes: { './PricingSection': names } }],
  });
  expect((await compose(taking('links'))).plan).toMatchObject({
    modules: [{ id, props: { links } }],
  });
  expect(await violationsOf(taking('links', 'isThere', 'currency'))).toEqual([
    'pricing: does not fit the others: ./PricingSection takes isThere, currency, which host 0123456789ab does not offer',
  ]);
});

const products = [
  { id: 'cl-01', name: 'A "green" one' },
  { id: 'cl-02', name: 'A red one' },
];
const row = (path: string, data?: string) => ({
  ...{ path, module: './PricingSection', title: '{name} · Shop', description: 'About {name}.' },
  ...(data !== undefined && { data }),
});
/** A site that grants a prefix, whose pricing brings pages, each of which knows itself. */
const bringing = (
  pages: ReleaseManifest['pages'],
  grants = [{ prefix: '/product', app: 'pricing' }],
) => ({
  manifests: [
    { ...host, data: ['products'] },
    { ...pricing, pages, takes: { './PricingSection': ['page'] } },
  ],
  data: { products: { value: products, readOn: '2026-03-01' } },
  site: {
    ...{ remotes: {}, pages: createPages<PageRoute>({ grants, routeOf: (page) => page }) },
    routesOf: () => [route('/', 'Home'), route('*', 'Not here')],
    readData: ({ products: given }: ComposerInput['data']) => ({
      ...{ data: { products: given?.value, others: 1 }, unread: [] },
    }),
    renderHead: ({ route: { title, search } }: { readonly route: PageRoute }) =>
      JSON.stringify({ title, search }),
  },
});

test('a remote brings a page for each row of data, each of which knows itself', async () => {
  const parts = bringing([row('/product/:id', 'products')]);
  const { plan } = await compose(parts);
  const pages = products.map((data) => {
    const { id } = data;
    return { address: `/product/${id}`, parameters: { id }, data };
  });
  expect(plan).toMatchObject({
    modules: pages.map((page) => ({ id, address: page.address, props: { page } })),
  });
  const { '/product/cl-02': html = '', '/': home, 'sitemap.xml': map } = await pagesOf(parts);
  const [one, two] = 'modules' in plan ? plan.modules : [];
  expect(one?.key).not.toBe(two?.key);
  expect(html).toContain(`<!--slot:${id}#${two?.key}-->`);
  expect(html).toContain(
    '{"title":"A red one · Shop","search":{"indexable":true,"description":"About A red one."}}',
  );
  expect(JSON.parse(dataOf(html, rowElementId))).toEqual({
    path: '/product/:id',
    row: products[1],
  });
  // Of the data it holds none that nobody takes.
  expect(dataOf(html, dataElementId)).toBe('');
  const { remotes } = parseReleaseRecord(dataOf(home, releaseRecordElementId));
  expect(remotes['pricing']?.pages).toEqual([
    { path: '/product/:id', module: './PricingSection', title: '{name} · Shop', data: 'products' },
  ]);
  expect(map).toContain('/product/cl-01</loc>');
});

test.each([
  ['/cart', 'pricing: brings a page at /cart, and host 0123456789ab grants that to nobody', []],
  [
    '/product/x',
    'host: grants /product to pricing and /product/x to signup, where one holds the other',
    [{ prefix: '/product/x', app: 'signup' }],
  ],
  [
    '/checkout',
    /^pricing: .* host 0123456789ab grants that to signup$/,
    [{ prefix: '/checkout', app: 'signup' }],
  ],
])(
  'a page at %s that is granted to nobody, or to others, is refused',
  async (path, reason, more) => {
    const grants = [{ prefix: '/product', app: 'pricing' }, ...more];
    expect(await violationsOf(bringing([row(path)], grants))).toEqual([
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    ]);
  },
);

test('a page at an address where the host has one, and of data that the host does not ask for, is refused', async () => {
  const grants = [{ prefix: '/', app: 'pricing' }];
  await expect(compose(bringing([row('/')], grants))).rejects.toThrow(
    'two routes have this address, of host and of pricing',
  );
  expect(await violationsOf(bringing([row('/product/:id', 'stores')]))).toEqual([
    'pricing: brings a page at /product/:id for each row of stores, which host 0123456789ab does not ask for',
  ]);
});

test('a page holds the data that a module in it takes, and no other', async () => {
  const site = {
    routesOf: () => [route('/', createElement(RemoteSlot, { id })), route('*', 'Not here')],
  };
  const taking = (name: string) => ({
    manifests: [host, { ...pricing, calls: [], takes: { './PricingSection': [name] } }],
    site,
  });
  expect(dataOf((await pagesOf(taking('prices')))['/'], dataElementId)).toBe(
    JSON.stringify({ prices }),
  );
  expect(dataOf((await pagesOf(taking('links')))['/'], dataElementId)).toBe('');
});

test.each([
  ['/', '/', 'two routes have this address'],
  ['/store/plans', 'A plan', 'services answer there (/store)'],
  ['/empty', createElement('div'), 'nothing was rendered'],
])('a second route at %s is refused', async (path, element, reason) => {
  const routesOf = () => [route('/', 'Home'), route(path, element), route('*', 'Not here')];
  await expect(compose({ site: { routesOf } })).rejects.toThrow(reason);
});
