import { pinRemote, type PinnedModule, type Pins, type RemotePins } from '@composed/contracts/pins';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { appOf } from '@composed/contracts/remote-names';
import { pinOf, type Release, type SharedEsModules } from './release-files';

/** A module that some page shows, in a slot or inside another module, and its release. */
export interface ShownModule {
  readonly id: string;
  readonly app: string;
  readonly expose: string;
  readonly props: readonly string[];
  readonly release: Release;
}

export const pinnedScripts = ({
  release: { manifest },
  expose,
}: Pick<ShownModule, 'release' | 'expose'>) =>
  (manifest.exposes[expose]?.scripts ?? []).map((file) => pinOf(manifest, file));

/** Returns the scripts of a remote's module. ES modules come after the host's modules that they import. */
function scriptsOfRemote(module: ShownModule, shared: SharedEsModules['shared']) {
  const { exposes, esModules } = module.release.manifest;
  const { scripts = [] } = exposes[module.expose] ?? {};
  const imports = new Set(scripts.flatMap((file) => esModules?.[file] ?? []));
  const hostScripts = [...imports].flatMap((request) => shared[request] ?? []);
  return [...hostScripts, ...pinnedScripts(module)];
}

/** Returns the addresses that a module requests when it mounts. Such a module does not depend on the data in its page. */
export const callsOf = ({ release: { manifest }, expose }: ShownModule) =>
  manifest.exposes[expose]?.calls ?? [];

/**
 * The maximum number of modules that a page pins, unless it shows more: first its own modules, then those of pages that it
 * links to, then any others. In the compressed page, the first module of a remote takes about 200 bytes and each further
 * one 60, mostly for hashes. A navigation to a module that is not pinned loads another document.
 */
export const maxPinned = 10;

/**
 * The maximum number of a remote's pages that a page pins: first itself and the pages that it links to, then any others.
 * Such a page takes about 60 bytes. A link to a page that is not pinned loads its document.
 */
export const maxPinnedPages = 50;

/** @param linkedPatterns the patterns of the page itself and of the pages that it links to */
function choosePages({ pages = [] }: ReleaseManifest, linkedPatterns: ReadonlySet<string>) {
  const isLinked = ({ path }: { readonly path: string }) => linkedPatterns.has(path);
  const byPriority = [...pages.filter(isLinked), ...pages.filter((page) => !isLinked(page))];
  const chosenPages = new Set(byPriority.slice(0, maxPinnedPages));
  return pages.filter((page) => chosenPages.has(page));
}

const uniqueScripts = (scripts: Pins['preloads']) => [
  ...new Map(scripts.map((script) => [script.src, script])).values(),
];

/** The facts about a page from which its pins are computed. */
interface PinningPage {
  /** Federation ids of the modules in the page. */
  readonly shown: readonly string[];
  /** Federation ids of the modules in the page and in pages that it links to, in this order. */
  readonly linked: readonly string[];
  /** Patterns of the page's route, and of the routes that it links to. */
  readonly linkedPatterns: ReadonlySet<string>;
  /** Whether the page holds the data that a module depends on. */
  readonly isHeld: (module: ShownModule) => boolean;
}

/** Chooses the modules that a page pins, in the order of `shownModules`. */
function chooseModules(
  shownModules: readonly ShownModule[],
  { nesting, pinsAll }: { readonly nesting?: Pick<Pins, 'parts'>; readonly pinsAll: boolean },
  { shown, linked, isHeld }: PinningPage,
): readonly ShownModule[] {
  // A client navigation keeps the document and its policy. So a module whose release uses other origins is pinned only
  // in pages that show a module of its app.
  const apps = shown.map(appOf);
  const isAllowed = ({ app, release }: ShownModule) =>
    pinsAll || apps.includes(app) || release.manifest.outside === undefined;
  const heldModules = shownModules.filter(
    (each) => shown.includes(each.id) || (isAllowed(each) && isHeld(each)),
  );
  const linkedIds = linked.flatMap((id) => [id, ...(nesting?.parts?.[id] ?? [])]);
  const ids = [...new Set([...shown, ...linkedIds, ...heldModules.map(({ id }) => id)])];
  const count = pinsAll ? ids.length : Math.max(shown.length, maxPinned);
  const chosenIds = new Set(ids.slice(0, count));
  return heldModules.filter(({ id }) => chosenIds.has(id));
}

/**
 * @param isShown whether the page shows the module. The page then preloads its scripts, and lists them here only if they
 *   are ES modules.
 */
function pinModule(
  { release, expose }: ShownModule,
  scripts: Pins['preloads'],
  isShown: boolean,
): PinnedModule {
  const { exposes, esModules } = release.manifest;
  const { props } = exposes[expose] ?? {};
  const isListed = !isShown || esModules !== undefined;
  return { ...(props && { props }), ...(isListed && { scripts }) };
}

/** @param container the host's container script, for a remote of ES modules */
const pinRelease = (
  manifest: ReleaseManifest,
  exposes: readonly (readonly [expose: string, module: PinnedModule])[],
  container: SharedEsModules['container'] | undefined,
): RemotePins =>
  pinRemote(
    manifest,
    Object.fromEntries(exposes),
    (file) => pinOf(manifest, file),
    manifest.esModules && container,
  );

/**
 * Pins the remotes of a site.
 * @param facts nesting: which modules stand inside which, for all pages; scripts: scripts of the host that pages preload
 *   in addition to their modules' own; empty: federation ids of modules without a release; pinsAll: whether each page pins
 *   all modules; sharedEsModules: the shared packages as ES modules, for remotes of ES modules
 * @returns a function that returns the pins of a page
 */
export function createPinFinder(
  shownModules: readonly ShownModule[],
  facts: Pick<Pins, 'host' | 'basePath'> & {
    readonly nesting?: Pick<Pins, 'parts' | 'slots'>;
    readonly scripts?: Pins['preloads'];
    readonly empty: readonly string[];
    readonly pinsAll: boolean;
    readonly sharedEsModules?: Pick<SharedEsModules, 'container' | 'shared'> | null;
  },
) {
  const { host, basePath, sharedEsModules } = facts;
  const container = sharedEsModules?.container;
  const scripts = new Map(
    shownModules.map((module) => [
      module.id,
      scriptsOfRemote(module, sharedEsModules?.shared ?? {}),
    ]),
  );
  const manifests = new Map(shownModules.map(({ app, release: { manifest } }) => [app, manifest]));
  const pinsFor = (
    pinnedModules: readonly ShownModule[],
    shown: readonly string[],
    linkedPatterns: PinningPage['linkedPatterns'],
  ): Pins => {
    const remotes = [...manifests].flatMap(([app, manifest]) => {
      const modulesOfApp = pinnedModules.filter((each) => each.app === app);
      const exposes = modulesOfApp.map((each) => {
        const isShown = shown.includes(each.id);
        return [each.expose, pinModule(each, scripts.get(each.id) ?? [], isShown)] as const;
      });
      if (exposes.length === 0) return [];
      const pages = choosePages(manifest, linkedPatterns);
      return [[app, pinRelease({ ...manifest, pages }, exposes, container)] as const];
    });
    const isOfEsModules = ({ id, release }: ShownModule) =>
      shown.includes(id) && release.manifest.esModules !== undefined;
    const containers = container && pinnedModules.some(isOfEsModules) ? [container] : [];
    return {
      host,
      basePath,
      // Unique, since two modules of one remote may need the same script.
      preloads: uniqueScripts([
        ...(facts.scripts ?? []),
        ...containers,
        ...shown.flatMap((id) => scripts.get(id) ?? []),
      ]),
      remotes: Object.fromEntries(remotes),
      ...facts.nesting,
    };
  };
  return (page: PinningPage): Pins => {
    const chosenModules = chooseModules(shownModules, facts, page);
    return {
      ...pinsFor(chosenModules, page.shown, page.linkedPatterns),
      // Tells whether a module of a later page has a release, if this page does not pin it.
      ...(chosenModules.length < shownModules.length && { empty: [...facts.empty] }),
    };
  };
}
