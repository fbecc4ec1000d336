import path from 'node:path';
import { versionOf } from '@composed/apps/integrity';
import { FolderStore } from '@composed/release/store/folder-store';
import type { Store } from '@composed/release/store';
import type { ReleaseTool } from '@composed/release/tool';
import { FolderSite } from './folder-site';
import {
  aHost,
  aPricing,
  composeOnce,
  hostRenderer,
  hostServer,
  pricingServer,
} from './composable-releases';
import { fakeCompose } from './fake-compose';
import { release, releaseFolder } from './fake-release';

/* A site with any number of remotes and pages, whose releases are rendered by the real engine. */

interface SiteSize {
  readonly remotes: number;
  /** The number of pages. Each shows a share of the modules, and at least two. */
  readonly pages: number;
  /** The number of characters of unique text on each page. */
  readonly text?: number;
}

export const noCounts = { gets: 0, looks: 0, lists: 0, puts: 0, bytes: 0 };

/** A store that counts its calls. */
export class CountingStore extends FolderStore {
  counts = { ...noCounts };

  override async get(key: string) {
    const bytes = await super.get(key);
    this.counts.gets += 1;
    this.counts.bytes += bytes?.byteLength ?? 0;
    return bytes;
  }

  override list(prefix: string) {
    this.counts.lists += 1;
    return super.list(prefix);
  }

  override sizesOf(wanted: readonly string[]) {
    this.counts.looks += wanted.length;
    return super.sizesOf(wanted);
  }

  override putImmutable(key: string, bytes: Uint8Array) {
    this.counts.puts += 1;
    this.counts.bytes += bytes.byteLength;
    return super.putImmutable(key, bytes);
  }

  override putDeployment(...parameters: Parameters<FolderStore['putDeployment']>) {
    const [, pages] = parameters;
    const files = [...pages.values()];
    this.counts.puts += files.length;
    this.counts.bytes += files.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return super.putDeployment(...parameters);
  }
}

/**
 * Code that turns the one page of the minimal host into many. Each page pins only the remotes that it shows, and has
 * text that compresses to a third.
 */
const manyPages = ({ pages, text = 0 }: SiteSize) => `
  const { compose } = exports.composer;
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647);
  const words = Array.from({ length: 2000 }, () => random().toString(36));
  let all = '';
  while (all.length < ${2 * text}) all += words[random() % words.length] + ' ';
  exports.composer.compose = async (input) => {
    const { pages, ...made } = await compose(input);
    const [head, body] = pages['/'].split('<header>Shop</header>');
    const [slots, foot] = body.split('<footer>');
    const modules = slots.split('<div data-slot').slice(1).map((rest) => '<div data-slot' + rest);
    const shown = (page) => modules.filter((_, n) => modules.length < ${2 * pages}
      ? n === page % modules.length || n === (page + 1) % modules.length
      : n % ${pages} === page).join('');
    const heads = new Map();
    const makeHead = (markup) => {
      const stands = (app) => markup.includes('data-slot="' + app + '/');
      const [, all] = /"remotes":({.*?})}<\\/script>/.exec(head);
      const remotes = Object.fromEntries(Object.entries(JSON.parse(all)).filter(([app]) => stands(app)));
      return head
        .replace(all, JSON.stringify(remotes))
        .replace(/(?<=trusted-types remote-entries host)[^"]*/, Object.keys(remotes).map((app) => ' ' + app).join(''));
    };
    const pinned = (markup) => {
      if (!heads.has(markup)) heads.set(markup, makeHead(markup));
      return heads.get(markup);
    };
    return { ...made, pages: Object.fromEntries(Array.from({ length: ${pages} }, (_, page) => [
      page === 0 ? '/' : '/guides/page-' + page,
      pinned(shown(page)) + '<header>Shop ' + page + '</header>' + shown(page)
        + '<p>' + all.substr((page * 7919) % ${text + 1}, ${text}) + '</p><footer>' + foot,
    ])) };
  };
`;

/**
 * Creates a release. The source `time` reads the time, and a host whose source contains `renderer` has another
 * renderer.
 */
function releaseOf(app: string, source: string, size: SiteSize) {
  if (app === 'host') {
    const renderer = hostRenderer.replace('Terms', source.includes('renderer') ? source : 'Terms');
    return aHost({ server: `${hostServer()}${manyPages(size)}// ${source}`, renderer });
  }
  const time = source === 'time' ? ' + new Date()' : '';
  const server = pricingServer(`return '<p>${source}</p>'${time}`);
  if (app === 'pricing') return aPricing({ server });
  const { manifest } = aPricing();
  const entry = 'entry.0d.js';
  const exposes = { './PricingSection': { scripts: [entry], styles: [] } };
  const ownFields = { exposes, entry, calls: [], shared: manifest.shared };
  return release(app, { server }, { files: { [entry]: 'entry' }, manifest: ownFields });
}

/** The apps of a site of this size. */
const appsOf = ({ remotes }: SiteSize): readonly string[] => [
  'host',
  'pricing',
  ...Array.from({ length: remotes - 1 }, (_, n) => `remote-${n}`),
];

/**
 * Opens a new or existing site of this size in a folder.
 * @returns `site`; `work`: how often commands composed, and which apps they rendered
 */
export function aGrowingSite(
  root: string,
  size: SiteSize,
  store: Store,
  { compose = composeOnce, ...overrides }: Partial<ReleaseTool> = {},
) {
  const work = { composed: 0, rendered: new Array<string>() };
  const site: FolderSite = new FolderSite(root, {
    store,
    apps: appsOf(size),
    compose: async (...parameters) => {
      const deployment = await compose(...parameters);
      work.composed += 1;
      work.rendered.push(...deployment.newCacheEntries.map(({ app }) => app));
      return deployment;
    },
    buildApp: async (app) => {
      const build = releaseOf(app, site.sources.get(app) ?? '', size);
      const folder = path.join(root, 'dist', `${app}-${versionOf(build.manifest)}`);
      return { folder: await releaseFolder(folder, build), isUntested: false };
    },
    ...overrides,
  });
  return { site, work };
}

/** Publishes every app twice, so that each can be rolled back. Only the last publish composes with the real engine. */
export async function prepareGrowingSite(site: FolderSite): Promise<void> {
  const { apps } = site.tool;
  const fastSite = site.again({ ...site.tool, compose: fakeCompose });
  const publish = async (publisher: FolderSite, source: string, names: readonly string[]) => {
    for (const app of names) site.sources.set(app, source);
    await publisher.change({ name: 'publish', apps: names });
  };
  const remotes = apps.filter((app) => app !== 'host');
  await publish(fastSite, 'v1', apps);
  // Just the text of these pages exceeds the default budget.
  await fastSite.runCommandLine('settings', '--budget', 'host.html=20000');
  await publish(fastSite, 'v2', remotes);
  await publish(site, 'v2', ['host']);
}
