import { pinsElementId } from '@composed/contracts/page-elements';
import { parsePins } from '@composed/contracts/pins';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { createElement, type ReactNode } from 'react';
import { RemoteSlot } from '../slots/RemoteSlot';
import type { ComposerConfig, PageRoute } from '../site/site-config';
import { host, pricing } from '../testing/manifests';
import { hasRelease } from '../page-data';
import { createComposer } from './create-composer';
import { createPinFinder } from './page-pins';

const names = Array.from({ length: 12 }, (_, n) => `remote-${n}`);
const ids = names.map((name) => `${name}/PricingSection`);
const slots = [...ids, 'signup/SignupPage', 'remote-11/Other'];
const [blog = ''] = ids.slice(-1);

const route = (
  path: PageRoute['path'],
  element: ReactNode,
  remotes: readonly string[] = [],
): PageRoute => ({
  path,
  caseSensitive: true,
  title: path,
  search: { indexable: true },
  element,
  modules: remotes,
});
const slot = (id: string) => createElement(RemoteSlot, { id, key: id });

/** A site with a page that leads to that of a remote, and one that shows all. */
const site: ComposerConfig<object, PageRoute> = {
  createSite: () => ({}),
  readData: () => ({ data: {}, unread: [] }),
  routesOf: () => [
    route('/', createElement('a', { href: '/blog' }, 'Blog')),
    route('/blog', ['Blog', slot(blog)], [blog]),
    route('/all', ['All', ...ids.map(slot)], ids),
    route('*', 'Not here'),
  ],
  providesOf: () => ({ links: {}, prices: null }),
  wrapInSite: (_, node) => node,
  modules: Object.fromEntries(slots.map((slot) => [slot, { label: slot, skeleton: null }])),
  Shell: ({ children }) => createElement('main', null, children),
  SlotNotice: () => null,
  shared: {},
  renderHead: () => '',
  closedToRobots: [],
  services: [],
};

const recordIn = (html = '') =>
  parsePins(new RegExp(`id="${pinsElementId}">(.*?)<`).exec(html)?.[1] ?? '');

/** Composes the host and so many remotes, the first of which has a module that no page has a place for. */
async function compose(remotes: number, basePath = '', outside?: ReleaseManifest['outside']) {
  const manifests = names.map((app, n) => ({ ...pricing, app, global: `remote_${n}` }));
  for (const [n, expose] of [[0, './Unplaced'] as const, [11, './Other'] as const]) {
    Object.assign(manifests[n] ?? {}, {
      exposes: {
        ...pricing.exposes,
        [expose]: { scripts: [], styles: [], props: { links: true } },
      },
    });
  }
  if (outside) Object.assign(manifests[11] ?? {}, { outside });
  const grants = { outside: { connect: { 'https://errors.example.com': ['remote-11'] } } };
  const releases = [{ ...host, grants }, ...manifests.slice(0, remotes)].map((manifest) => {
    const readFile = () => Promise.resolve('text');
    return [manifest.app, { manifest: JSON.stringify(manifest), readFile }] as const;
  });
  const output = await createComposer(site).compose({
    releases: Object.fromEntries(releases),
    data: {},
    basePath,
    indexable: true,
    settings: { siteUrl: 'https://shop.example.com' },
    hash: (text) => `hash of ${text.length}`,
    announce: () => undefined,
  });
  if ('violations' in output) throw new Error(JSON.stringify(output.violations));
  return output;
}

test('a page pins the remotes that it shows and ten others at most, and allows nothing of the rest', async () => {
  const { pages } = await compose(12);
  const records = ['/', '/blog', '/all', '*'].map((path) => recordIn(pages[path]));
  const pinned = records.map(({ remotes }) => Object.keys(remotes));
  const [first, linked] = [names.slice(0, 10), [...names.slice(0, 9), 'remote-11']];
  expect(pinned).toEqual([linked, linked, names, first]);
  // The pages pin no other module of that remote.
  const modules = records[0]?.remotes['remote-11']?.exposes ?? {};
  expect(Object.keys(modules)).toEqual(['./PricingSection']);
  expect(modules['./PricingSection']?.scripts).toHaveLength(2);
  for (const { empty } of records) expect(empty).toEqual(['signup/SignupPage']);
  expect(pages['*']).not.toContain('remote-11');
});

test('a page without a module of an app does not allow the app’s origins, and links to its pages load a document', async () => {
  const origin = 'https://errors.example.com';
  const { pages } = await compose(12, '', { connect: [origin] });
  expect(pages['/blog']).toContain(`connect-src 'self' ${origin};`);
  for (const path of ['/', '*']) {
    expect(pages[path]).not.toContain(origin);
    expect(Object.keys(recordIn(pages[path]).remotes)).not.toContain('remote-11');
  }
});

test.each([
  ['of a preview', 12, '/preview/spring'],
  ['of few modules', 9, ''],
])('a page %s pins all', async (_what, remotes, basePath) => {
  const pins = recordIn((await compose(remotes, basePath)).pages['*']);
  expect(Object.keys(pins.remotes)).toHaveLength(remotes);
  expect(Object.keys(pins.remotes['remote-0']?.exposes ?? {})).toEqual(['./PricingSection']);
  expect(pins).not.toHaveProperty('empty');
});

test('a page that links to a module without holding its data knows that the module has a release', () => {
  const exposes = { ...pricing.exposes, './Home': { scripts: [], styles: [], props: {} } };
  const release = { manifest: { ...pricing, exposes }, readFile: () => Promise.resolve('') };
  const shownModules = ['PricingSection', 'Home'].map((name) => ({
    id: `pricing/${name}`,
    app: 'pricing',
    expose: `./${name}`,
    props: [],
    release,
  }));
  const facts = { host: 'h1', basePath: '', empty: ['gone/Part'], pinsAll: false };
  const pins = createPinFinder(
    shownModules,
    facts,
  )({
    shown: ['pricing/PricingSection'],
    linked: ['pricing/Home'],
    linkedPatterns: new Set(),
    isHeld: () => false,
  });
  expect(Object.keys(pins.remotes['pricing']?.exposes ?? {})).toEqual(['./PricingSection']);
  expect(['pricing/Home', 'gone/Part'].map((id) => hasRelease(pins, id))).toEqual([true, false]);
});
