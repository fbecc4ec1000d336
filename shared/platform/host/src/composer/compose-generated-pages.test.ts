import { dataElementId, pinsElementId, rowElementId } from '@composed/contracts/page-elements';
import type { ComposerInput } from '@composed/contracts/composer';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { parsePins } from '@composed/contracts/pins';
import { createElement } from 'react';
import { RemoteSlot } from '../slots/RemoteSlot';
import {
  compose,
  dataOf,
  id,
  composedPages,
  prices,
  route,
  violationsOf,
} from '../testing/compose-fixture';
import { host, pricingWith } from '../testing/manifests';
import { createPages } from '../pages/generated-pages';
import { renderHead } from './render-head';
import { maxPinnedPages } from './page-pins';
import type { PageRoute } from '../site/site-config';

const products = [
  { id: 'cl-01', name: 'A "green" one' },
  { id: 'cl-02', name: 'A red one' },
];
const row = (path: string, data?: string) => ({
  path,
  module: './PricingSection',
  title: '{name} · Shop',
  description: 'About {name}.',
  ...(data !== undefined && { data }),
});
/** A site that grants a prefix, whose pricing brings pages, each of which knows itself. */
const bringing = (
  pages: ReleaseManifest['pages'],
  grants = [{ prefix: '/product', app: 'pricing' }],
) => ({
  manifests: [
    { ...host, data: ['products'] },
    { ...pricingWith({ props: { page: true } }), pages },
  ],
  data: { products: { value: products, readOn: '2026-03-01' } },
  site: {
    remotes: {},
    pages: createPages<PageRoute>({
      grants,
      toRoute: (page) => page,
    }),
    routesOf: () => [route('/', 'Home'), route('*', 'Not here')],
    readData: ({ products: given }: ComposerInput['data']) => ({
      data: {
        products: given?.value,
        others: 1,
      },
      unread: [],
    }),
    renderHead: ({ route: { title, search } }: { readonly route: PageRoute }) =>
      JSON.stringify({
        title,
        search,
      }),
  },
});

test('a page has its own language, in its document and in links to it; otherwise the site’s', async () => {
  const ownLanguage = { ...row('/product/all'), lang: 'ar', dir: 'rtl' as const };
  const turned = { ...row('/product/turned'), dir: 'rtl' as const };
  const pages = await composedPages(bringing([ownLanguage, turned]));
  const { '/product/all': html = '', '/': home = '' } = pages;
  expect(html).toContain('<html lang=ar dir=rtl>');
  expect(pages['/product/turned']).toContain('<html lang=en dir=rtl>');
  expect(home).toContain('<html lang=en>');
  expect(parsePins(dataOf(home, pinsElementId)).remotes['pricing']?.pages).toMatchObject([
    { path: '/product/all', lang: 'ar' },
    { path: '/product/turned', dir: 'rtl' },
  ]);
});

test('a page names its translations and its structured data', async () => {
  const alternates = { de: '/product/de/:id', en: '/product/:id' };
  const ownData = { ...row('/product/:id', 'products'), structuredData: { '@type': 'Product' } };
  const parts = bringing([{ ...ownData, alternates }]);
  const site = {
    ...parts.site,
    renderHead: ({
      route,
      ...page
    }: Omit<Parameters<typeof renderHead>[0], 'route'> & { readonly route: PageRoute }) =>
      renderHead({
        ...page,
        route: { ...route, search: { description: '', indexable: false, ...route.search } },
      }),
  };
  const { '/product/cl-01': html } = await composedPages({ ...parts, site });
  for (const [language, address] of [
    ['de', '/product/de/cl-01'],
    ['en', '/product/cl-01'],
  ] as const)
    expect(html).toContain(
      `<link rel="alternate" hreflang="${language}" href="https://shop.example.com${address}">`,
    );
  expect(html).toContain('{"@context":"https://schema.org","@type":"Product"}');
});

test('a page pins its own row, those of linked pages, and others up to a limit', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => row(`/product/${n}`));
  const parts = bringing(rows);
  const home = route('/', createElement('a', { href: '/product/150' }, 'One of many'));
  const routesOf = () => [home, route('*', 'Not here')];
  const pages = await composedPages({ ...parts, site: { ...parts.site, routesOf } });
  for (const [path, near] of [
    ['/', '/product/150'],
    ['/product/199', '/product/199'],
  ] as const) {
    const pinned = parsePins(dataOf(pages[path], pinsElementId)).remotes['pricing']?.pages ?? [];
    expect(pinned).toHaveLength(maxPinnedPages);
    expect(pinned.map((each) => each.path)).toContain(near);
  }
});

test('a remote has a page for each row of data, and each page gets its own row', async () => {
  const parts = bringing([row('/product/:id', 'products')]);
  const { plan } = await compose(parts);
  const pages = products.map((data) => {
    const { id } = data;
    return { address: `/product/${id}`, parameters: { id }, query: '', data };
  });
  expect(plan).toMatchObject({
    modules: pages.map((page) => ({ id, address: page.address, props: { page } })),
  });
  const { '/product/cl-02': html = '', '/': home, 'sitemap.xml': map } = await composedPages(parts);
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
  // No module takes the site’s data, so the page holds none.
  expect(dataOf(html, dataElementId)).toBe('');
  const { remotes } = parsePins(dataOf(home, pinsElementId));
  expect(remotes['pricing']?.pages).toEqual([
    { path: '/product/:id', module: './PricingSection', title: '{name} · Shop', data: 'products' },
  ]);
  expect(map).toContain('/product/cl-01</loc>');
});

test('the head from a module replaces that of the row, and of several equal pages one is indexed', async () => {
  const parts = bringing([{ ...row('/product/:id', 'products'), canonical: '/product/:main' }]);
  const value = products.map((each) => ({ ...each, main: 'cl-01' }));
  const asked: string[] = [];
  const pages = await composedPages({
    ...parts,
    data: { products: { value, readOn: '' } },
    headOf: async (name) => {
      asked.push(name);
      return { title: `Said of ${name.replace(/#.*/, '')}`, structuredData: { name } };
    },
  });
  const search = { indexable: true, description: 'About A red one.', canonical: '/product/cl-01' };
  const structuredData = { name: asked[1] };
  expect(pages['/product/cl-02']).toContain(
    JSON.stringify({ title: `Said of ${id}`, search: { ...search, structuredData } }),
  );
  expect(pages['sitemap.xml']).toContain('/product/cl-01</loc>');
  expect(pages['sitemap.xml']).not.toContain('/product/cl-02</loc>');
});

test.each([
  [
    '/cart',
    "pricing: brings a page at /cart, which host 0123456789abcdef0123456789abcdef does not grant. The host’s team can add { prefix: '/cart', app: 'pricing' } to createPages({ grants }) in site-config.tsx.",
    [],
  ],
  [
    '/product/x',
    'host: grants /product to pricing and /product/x to signup, but these prefixes overlap',
    [{ prefix: '/product/x', app: 'signup' }],
  ],
  [
    '/checkout',
    /^pricing: .* host 0123456789abcdef0123456789abcdef grants to signup$/,
    [{ prefix: '/checkout', app: 'signup' }],
  ],
])('a page at %s without a grant for its app is refused', async (path, reason, more) => {
  const grants = [{ prefix: '/product', app: 'pricing' }, ...more];
  expect(await violationsOf(bringing([row(path)], grants))).toEqual([
    typeof reason === 'string' ? reason : expect.stringMatching(reason),
  ]);
});

test('a page at an address of the host, or for data that the host does not request, is refused', async () => {
  const grants = [{ prefix: '/', app: 'pricing' }];
  expect(await violationsOf(bringing([row('/')], grants))).toEqual([
    'pricing: has a page at "/", and host has one there',
  ]);
  expect(await violationsOf(bringing([row('/product/:id', 'stores')]))).toEqual([
    'pricing: brings a page at /product/:id for each row of stores, which host 0123456789abcdef0123456789abcdef does not ask for',
  ]);
});

test.each([
  ['/product/M%C3%BCller', 'Müller', /that is no address: /],
  ['/product/a%2Fb', 'a/b', /that is no address: /],
  ['/product/', undefined, /that is no address: /],
  ['/product/cl-02', 'cl-02', /it has another one there$/],
])(
  'the row of data that would make an invalid page at %s is reported',
  async (path, id, reason) => {
    const parts = bringing([row('/product/:id', 'products')]);
    const value = [...products, { id, name: 'One more' }];
    const [first = '', ...others] = await violationsOf({
      ...parts,
      data: { products: { value, readOn: '' } },
    });
    const about = `pricing: has a page at "${path}" for a row of products (/product/:id), and `;
    expect([first.slice(0, about.length), others]).toEqual([about, []]);
    expect(first.slice(about.length)).toMatch(reason);
  },
);

test('a page for rows needs data that is a list with its fields, and a title', async () => {
  expect(await violationsOf(bringing([row('/product/:id')]))).toEqual([
    'pricing: has a page at "/product/:id", and its row names no data that has this field',
  ]);
  const parts = bringing([row('/product/:id', 'products')]);
  const { output } = await compose({ ...parts, data: { products: { value: {}, readOn: '' } } });
  expect(output).toMatchObject({ unread: ['products'] });
  const untitled = { ...row('/product/:id', 'products'), title: '{nobody}' };
  expect(await violationsOf(bringing([untitled]))).toEqual([
    'pricing: has a page without a title at /product/cl-01',
  ]);
});

test('a module that takes the page is refused where no row names it', async () => {
  const element = createElement(RemoteSlot, { id });
  expect(
    await violationsOf({
      manifests: [host, pricingWith({ props: { page: true } })],
      site: { routesOf: () => [route('/', element), route('*', 'Not here')] },
    }),
  ).toEqual([
    expect.stringMatching(
      /^pricing: its .* uses the prop "page" at \/, but the host’s route does not list it /,
    ),
  ]);
});

test('client navigation leads only to modules whose data the page has, or that request their data', async () => {
  const pinned = async (calls: string[], value: unknown = prices) => {
    const manifests = [host, pricingWith({ calls, props: { prices: true } })];
    const site = {
      routesOf: () => [route('/', createElement(RemoteSlot, { id })), route('*', 'Not here')],
    };
    const pages = await composedPages({ manifests, site, ...(value === null && { data: {} }) });
    return ['/', '*'].map((path) =>
      Object.keys(parsePins(dataOf(pages[path], pinsElementId)).remotes),
    );
  };
  expect(await pinned([])).toEqual([['pricing'], []]);
  expect(await pinned(['/prices'])).toEqual([['pricing'], ['pricing']]);
  expect(await pinned([], null)).toEqual([['pricing'], ['pricing']]);
});

test('a page preloads the calls of its modules, with its own parameters', async () => {
  const calls = ['/tables', '/api/pricing/stock/:id', '/api/pricing/of/:other'];
  const { manifests: _manifests, ...parts } = bringing([]);
  const pages = await composedPages({
    ...parts,
    manifests: [
      { ...host, data: ['products'] },
      {
        ...pricingWith({ calls, props: { page: true } }),
        pages: [row('/product/:id', 'products')],
      },
    ],
  });
  const fetched = [...(pages['/product/cl-02'] ?? '').matchAll(/as="fetch".*href="([^"]+)"/g)];
  expect(fetched.map(([, href]) => href)).toEqual(['/tables', '/api/pricing/stock/cl-02']);
});

test('a page contains only the data that its modules take', async () => {
  const site = {
    routesOf: () => [route('/', createElement(RemoteSlot, { id })), route('*', 'Not here')],
  };
  const taking = (name: string) => ({
    manifests: [host, pricingWith({ calls: [], props: { [name]: true } })],
    site,
  });
  expect(dataOf((await composedPages(taking('prices')))['/'], dataElementId)).toBe(
    JSON.stringify({ prices }),
  );
  expect(dataOf((await composedPages(taking('links')))['/'], dataElementId)).toBe('');
});
