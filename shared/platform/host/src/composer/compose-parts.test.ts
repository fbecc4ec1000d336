import { pinsElementId } from '@composed/contracts/page-elements';
import type { ExposedModule, ReleaseManifest } from '@composed/contracts/release-manifest';
import { parsePins } from '@composed/contracts/pins';
import { createElement, type ReactNode } from 'react';
import type { SiteConfig } from '../site/site-config';
import { HostSlot } from '../slots/HostSlot';
import {
  compose,
  dataOf,
  id,
  links,
  composedPages,
  violationsOf,
} from '../testing/compose-fixture';
import { hash, host, pricing, pricingWith } from '../testing/manifests';

const shop: ReleaseManifest = {
  ...pricing,
  app: 'shop',
  global: 'our_shop',
  exposes: {
    './Add': {
      scripts: ['entry.0a.js'],
      styles: ['styles.0c.css'],
      props: { links: true },
      calls: ['/cart'],
    },
    './Cart': { scripts: ['entry.0a.js', '204.0b.js'], styles: [] },
  },
};
/** Shop, whose package says something else of these modules. */
const shopWith = (modules: Readonly<Record<string, Partial<ExposedModule>>>): ReleaseManifest => ({
  ...shop,
  exposes: Object.fromEntries(
    Object.entries({ ...shop.exposes, ...modules }).map(([expose]) => [
      expose,
      { scripts: [], styles: [], ...shop.exposes[expose], ...modules[expose] },
    ]),
  ),
});
/** Pricing's module may hold that of shop, whose other one stands in a slot of the shell. */
const holding = (
  modules: Parameters<typeof shopWith>[0] = {},
  slots: SiteConfig<unknown>['slots'] = {},
) => ({
  manifests: [
    { ...host, files: { ...host.files, 'parts.0e.js': { bytes: 1, integrity: hash('e') } } },
    pricingWith({ parts: { 'shop/Add': true, 'gone/Part': true } }),
    shopWith(modules),
  ],
  site: {
    slots: { 'header-end': ['pricing', '*'], ...slots },
    Shell: ({ children }: { readonly children: ReactNode }) =>
      createElement('main', null, createElement(HostSlot, { name: 'header-end' }), children),
  },
});

test('the parts of a module are planned with it, and pinned by the pages that show it', async () => {
  const inSlot = { './Cart': { slot: 'header-end' } };
  const { plan, output } = await compose(holding(inSlot));
  const add = { id: 'shop/Add', app: 'shop', expose: './Add', props: { links } };
  expect(plan).toMatchObject({
    modules: [
      { id, parts: [add] },
      { id: 'shop/Cart', key: '' },
    ],
  });
  expect(output).toMatchObject({ empty: ['signup/SignupPage', 'gone/Part'] });
  const { '/': home = '', '*': missing = '' } = await composedPages(holding(inSlot));
  expect(missing).toContain(
    '<div data-opens="header-end"><div data-part="shop/Cart"><div data-box="shop/Cart"><div><!--slot:shop/Cart--></div></div></div></div>',
  );
  const pins = parsePins(dataOf(home, pinsElementId));
  expect(pins.parts).toEqual({ [id]: ['shop/Add', 'gone/Part'] });
  expect(pins.slots).toEqual({ 'header-end': ['shop/Cart'] });
  const scripts = pins.preloads.map(({ src }) => src);
  expect(scripts).toEqual(
    expect.arrayContaining(['/assets/host/parts.0e.js', '/assets/shop/entry.0a.js']),
  );
  expect(new Set(scripts).size).toBe(scripts.length);
  expect(home).toContain('href="/cart"');
});

test.each([
  [
    'a slot that the host does not open',
    { './Cart': { slot: 'footer' } },
    "shop: its ./Cart asks for the slot \"footer\", which host 0123456789abcdef0123456789abcdef does not open: in the host's site-config, slots: { 'footer': ['shop'] } would allow it",
  ],
  [
    'a slot that the host grants to others',
    { './Cart': { slot: 'own' } },
    "shop: its ./Cart asks for the slot \"own\", which host 0123456789abcdef0123456789abcdef does not grant to shop: in the host's site-config, slots: { 'own': ['pricing', 'shop'] } would allow it",
  ],
  [
    'a circle',
    { './Add': { parts: { [id]: true as const } } },
    `pricing: its modules stand inside of themselves: ${id} > shop/Add > ${id}`,
  ],
  [
    'more than three parts inside of each other',
    {
      './Add': { parts: { 'shop/Cart': true as const } },
      './Cart': { parts: { 'shop/Two': true as const } },
      './Two': { parts: { 'shop/One': true as const } },
    },
    `shop: more than 3 parts stand inside of each other: ${id} > shop/Add > shop/Cart > shop/Two > shop/One`,
  ],
])('%s is refused', async (_what, modules, reason) => {
  expect(await violationsOf(holding(modules, { own: ['pricing'] }))).toEqual([reason]);
});
