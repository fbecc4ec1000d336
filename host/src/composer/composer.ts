import type { Composer, ComposerInput } from '@shopwright/shared/contracts/composer';
import { composerVersion, slotMark } from '@shopwright/shared/contracts/composer';
import { parsePlanTables } from '@shopwright/shared/contracts/plans';
import {
  parseReleaseManifest,
  type ReleaseManifest,
} from '@shopwright/shared/contracts/release-manifest';
import { pinRemote, type ReleaseRecord } from '@shopwright/shared/contracts/release-record';
import { isOffered, propsOf } from '@shopwright/shared/contracts/remotes';
import type * as renderer from '../render';
import { isShown } from '../render-markup';
import type { PageRoute } from '../routes';
import type { createSite, SiteData } from '../site/site';
import { findConflicts } from './compatibility';
import { renderDocument } from './document';
import {
  inlineStyles,
  pinned,
  pinnedScript,
  readBootstrap,
  Refused,
  refused,
  type Release,
} from './release-files';
import { rootFiles } from './root-files';

/** What the host renders, and how. */
export interface Renderer extends Pick<typeof renderer, 'renderPage'> {
  /** Of the modules that the host has a place for. */
  readonly remoteIds: readonly string[];
  readonly routesOf: (site: Pick<SiteData, 'isThere' | 'prices'>) => readonly (Pick<
    PageRoute,
    'path' | 'isOfData'
  > & {
    readonly search: { readonly indexable: boolean } | false;
  })[];
  readonly createSite: typeof createSite;
}

const misfit = 'does not fit the others';

/** The modules that the host has a place for and that a release has; the place of another one is empty. */
function shownModules(
  ids: readonly string[],
  { version }: ReleaseManifest,
  releases: ReadonlyMap<string, Release>,
) {
  return ids.flatMap((id) => {
    const [app = '', name = ''] = id.split('/');
    const release = releases.get(app);
    const expose = `./${name}`;
    if (!release || !Object.hasOwn(release.manifest.exposes, expose)) return [];
    const takes = release.manifest.takes[expose] ?? [];
    const missing = takes.filter((offer) => !isOffered(offer));
    if (missing.length > 0) {
      throw refused(
        app,
        `${misfit}: ${expose} takes ${missing.join(', ')}, which host ${version} does not offer`,
      );
    }
    return [{ id, app, expose, takes, release }];
  });
}

type ShownModule = ReturnType<typeof shownModules>[number];

const scriptsOf = ({ release: { manifest }, expose }: Pick<ShownModule, 'release' | 'expose'>) =>
  (manifest.exposes[expose]?.scripts ?? []).map((file) => pinned(manifest, file));

function releaseRecord(
  { host, site, shown }: ReturnType<typeof readReleases>,
  mounted: readonly ShownModule[],
): ReleaseRecord {
  const later = shown.filter((module) => !mounted.includes(module));
  const remotes = shown.map(({ app, release: { manifest } }) => {
    const remote = pinRemote(manifest, (file) => pinned(manifest, file));
    return [app, remote] as const;
  });
  return {
    host: host.manifest.version,
    basePath: site.basePath,
    preloads: mounted.flatMap(scriptsOf),
    later: Object.fromEntries(later.map((module) => [module.id, scriptsOf(module)])),
    remotes: Object.fromEntries(remotes),
  };
}

/** The data that this host asks for (host/package.json). */
function readData({ prices: given }: ComposerInput['data']) {
  const tables = given ? parsePlanTables(given.value) : null;
  return {
    prices: given && tables ? { tables, readOn: given.readOn } : null,
    unread: given && !tables ? ['prices'] : [],
  };
}

/** The releases, their manifests parsed, and the modules that pages show of them. */
function readReleases(input: ComposerInput, renderer: Renderer) {
  const releases = new Map(
    Object.entries(input.releases).map(([app, release]) => [
      app,
      { ...release, manifest: parseReleaseManifest(release.manifest) },
    ]),
  );
  const host = releases.get('host');
  if (!host) throw refused('host', `${misfit}: it has no release`);
  const manifests = [...releases.values()].map(({ manifest }) => manifest);
  const remotes = manifests.filter((manifest) => manifest !== host.manifest);
  const conflicts = findConflicts(host.manifest, remotes);
  if (conflicts.length > 0) throw new Refused(conflicts);
  const shown = shownModules(renderer.remoteIds, host.manifest, releases);
  const isThere = (id: string) => shown.some((module) => module.id === id);
  const { prices, unread } = readData(input.data);
  const site = { basePath: input.basePath, prices, isThere };
  return { host, site, shown, unread, empty: renderer.remoteIds.filter((id) => !isThere(id)) };
}

async function composePages(input: ComposerInput, renderer: Renderer) {
  const { announce, settings } = input;
  const { siteUrl } = settings;
  const read = readReleases(input, renderer);
  const { host, site, shown, empty } = read;
  const { basePath, prices } = site;
  const signals = settings.signals
    ? { ...settings.signals, script: pinnedScript(host, 'signals') }
    : null;
  const bootstrap = await readBootstrap(host, signals !== null);
  const hostStyles = await inlineStyles(host, '.');
  const markups = Object.fromEntries(shown.map(({ id }) => [id, slotMark(id)]));
  const pages: Record<string, string> = {};
  const routes = renderer.routesOf(site);
  for (const { path, search, isOfData } of routes) {
    const what = `could not render ${path}`;
    if (path in pages) throw refused('host', `two of its routes have the address ${path}`);
    announce(what);
    const page = await renderer.renderPage({ path, markups, siteUrl, ...site });
    if (!isShown(page.markup)) throw refused('host', `${what}: nothing was rendered`);
    const mounted = shown.filter(({ id }) => page.mounted.includes(id));
    const styles = mounted.map(({ release, expose }) => inlineStyles(release, expose));
    const calls = mounted.flatMap(({ release }) => release.manifest.calls);
    pages[path] = renderDocument({
      address: path,
      ...page,
      indexable: search && search.indexable && input.indexable,
      styles: [...hostStyles, ...(await Promise.all(styles)).flat()],
      calls,
      record: releaseRecord(read, mounted),
      prices: calls.length > 0 || isOfData ? prices : null,
      // A preview shows its review overlay, of which live pages hold nothing.
      scripts: [
        ...scriptsOf({ release: host, expose: '.' }),
        ...(basePath ? [pinnedScript(host, 'overlay')] : []),
      ],
      // A preview's overlay looks at every page from the start.
      onInteraction: mounted.length === 0 && basePath === '',
      bootstrap,
      hash: input.hash,
      signals,
      remotes: [...new Set(shown.map(({ app }) => app))],
    });
  }
  const indexablePaths = routes
    .filter(({ search }) => search && search.indexable)
    .map(({ path }) => path);
  const facts = { siteUrl, indexable: input.indexable };
  const files = rootFiles(Object.keys(host.manifest.files), facts, indexablePaths);
  return { pages, files, unread: read.unread, empty };
}

/** Answers with the reasons where releases must not go live. */
async function orViolations<T>(work: () => T | Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { violations: [...error.violations] };
  }
}

/** The composer of this host: every page of the site as complete static HTML, from one release per app. */
export function createComposer(renderer: Renderer): Composer {
  return {
    version: composerVersion,
    plan: (input) =>
      orViolations(() => {
        const { shown, site } = readReleases(input, renderer);
        const offers = renderer.createSite(site);
        return {
          modules: shown.map(({ release: _, takes, ...module }) => {
            return { ...module, props: { ...propsOf(offers, takes) } };
          }),
        };
      }),
    compose: (input) => orViolations(() => composePages(input, renderer)),
  };
}
