import { pinRemote, type PinnedModule, type Pins, type RemotePins } from '@composed/contracts/pins';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { appOf } from '@composed/contracts/remote-names';
import { pinned, type Release, type SharedModules } from './release-files';

/** A module that some page shows, in a slot or inside of another one, and its release. */
export interface ShownModule {
  readonly id: string;
  readonly app: string;
  readonly expose: string;
  readonly props: readonly string[];
  readonly release: Release;
}

/** The scripts of a module. */
export const scriptsOf = ({
  release: { manifest },
  expose,
}: Pick<ShownModule, 'release' | 'expose'>) =>
  (manifest.exposes[expose]?.scripts ?? []).map((file) => pinned(manifest, file));

/** The scripts of a remote’s module. Those of ES modules come after the host’s modules that they import. */
function scriptsOfRemote(module: ShownModule, shared: SharedModules['shared']) {
  const { exposes, esModules } = module.release.manifest;
  const { scripts = [] } = exposes[module.expose] ?? {};
  const imported = new Set(scripts.flatMap((file) => esModules?.[file] ?? []));
  return [...[...imported].flatMap((request) => shared[request] ?? []), ...scriptsOf(module)];
}

/** Calls that a module GETs at first. With them it can show itself, whatever data its page holds. */
export const callsOf = ({ release: { manifest }, expose }: ShownModule) =>
  manifest.exposes[expose]?.calls ?? [];

/**
 * The most modules that a page pins, unless it shows more: first its own, then those of pages that it links to, then
 * any. A remote takes about 200 bytes of the page, compressed, and each further module of it 60, most of them hashes. A
 * navigation to a module that is not pinned loads another document.
 */
export const maxPinned = 10;

/**
 * The most page rows of a remote that a page pins: first its own and those that it links to, then any. A row takes
 * about 60 bytes of the page; a link to a page of any other row loads its document.
 */
export const maxRows = 50;

function rowsToPin({ pages = [] }: ReleaseManifest, near: ReadonlySet<string>) {
  const isNear = ({ path }: { readonly path: string }) => near.has(path);
  const first = [...pages.filter(isNear), ...pages.filter((row) => !isNear(row))];
  const chosenIds = new Set(first.slice(0, maxRows));
  return pages.filter((row) => chosenIds.has(row));
}

const uniqueScripts = (scripts: Pins['preloads']) => [
  ...new Map(scripts.map((script) => [script.src, script])).values(),
];

/** The facts about a page that its pins follow from. */
interface PinningPage {
  /** Federation ids of the modules in it, and of those in pages that it links to, in this order. */
  readonly mounted: readonly string[];
  readonly next: readonly string[];
  /** Patterns of its route, and of the routes that it links to. */
  readonly rows: ReadonlySet<string>;
  /** Whether the page holds the data of a module. */
  readonly isHeld: (module: ShownModule) => boolean;
}

/** The modules that a page pins, in the order of `shownModules`. */
function chooseModules(
  shownModules: readonly ShownModule[],
  { nesting, isWhole }: { readonly nesting?: Pick<Pins, 'parts'>; readonly isWhole: boolean },
  { mounted, next, isHeld }: PinningPage,
): readonly ShownModule[] {
  // A client navigation keeps the document and its policy, so a module that asks for origins is pinned only where its
  // app is mounted.
  const apps = mounted.map(appOf);
  const isAllowed = ({ app, release }: ShownModule) =>
    isWhole || apps.includes(app) || release.manifest.outside === undefined;
  const heldModules = shownModules.filter(
    (each) => mounted.includes(each.id) || (isAllowed(each) && isHeld(each)),
  );
  const linked = next.flatMap((id) => [id, ...(nesting?.parts?.[id] ?? [])]);
  const ids = [...new Set([...mounted, ...linked, ...heldModules.map(({ id }) => id)])];
  const count = isWhole ? ids.length : Math.max(mounted.length, maxPinned);
  const pinned = new Set(ids.slice(0, count));
  return heldModules.filter(({ id }) => pinned.has(id));
}

/** @param isMounted whether the page shows it, and so preloads its scripts: those of ES modules are listed as well */
function pinModule(
  { release, expose }: ShownModule,
  scripts: Pins['preloads'],
  isMounted: boolean,
): PinnedModule {
  const { exposes, esModules } = release.manifest;
  const { props } = exposes[expose] ?? {};
  const isListed = !isMounted || esModules !== undefined;
  return { ...(props && { props }), ...(isListed && { scripts }) };
}

/** @param container the host's, for a remote of ES modules */
const pinRelease = (
  manifest: ReleaseManifest,
  exposes: readonly (readonly [expose: string, module: PinnedModule])[],
  container: SharedModules['container'] | undefined,
): RemotePins =>
  pinRemote(
    manifest,
    Object.fromEntries(exposes),
    (file) => pinned(manifest, file),
    manifest.esModules && container,
  );

/**
 * The pins of the pages of a site.
 * @param facts nesting: which modules stand inside which, for all pages; scripts: the host's, beside those that each
 *   page starts; empty: federation ids of modules without a release; isWhole: each page pins all modules; hostModules:
 *   the shared packages as ES modules, for remotes of ES modules
 * @returns a function that gives the pins of a page
 */
export function pinRemotes(
  shownModules: readonly ShownModule[],
  facts: Pick<Pins, 'host' | 'basePath'> & {
    readonly nesting?: Pick<Pins, 'parts' | 'slots'>;
    readonly scripts?: Pins['preloads'];
    readonly empty: readonly string[];
    readonly isWhole: boolean;
    readonly hostModules?: Pick<SharedModules, 'container' | 'shared'> | null;
  },
) {
  const { host, basePath, hostModules } = facts;
  const scripts = new Map(
    shownModules.map((module) => [module.id, scriptsOfRemote(module, hostModules?.shared ?? {})]),
  );
  const manifests = new Map(shownModules.map(({ app, release: { manifest } }) => [app, manifest]));
  const pinsFor = (
    pinnedModules: readonly ShownModule[],
    mounted: readonly string[],
    rows: PinningPage['rows'],
  ): Pins => {
    const remotes = [...manifests].flatMap(([app, manifest]) => {
      const own = pinnedModules.filter((each) => each.app === app);
      const exposes = own.map((each) => {
        const isMounted = mounted.includes(each.id);
        return [each.expose, pinModule(each, scripts.get(each.id) ?? [], isMounted)] as const;
      });
      if (exposes.length === 0) return [];
      const pages = rowsToPin(manifest, rows);
      return [[app, pinRelease({ ...manifest, pages }, exposes, hostModules?.container)] as const];
    });
    const isOfEsModules = ({ id, release }: ShownModule) =>
      mounted.includes(id) && release.manifest.esModules !== undefined;
    const containers =
      hostModules && pinnedModules.some(isOfEsModules) ? [hostModules.container] : [];
    return {
      host,
      basePath,
      // Two modules of one remote may need the same script.
      preloads: uniqueScripts([
        ...(facts.scripts ?? []),
        ...containers,
        ...mounted.flatMap((id) => scripts.get(id) ?? []),
      ]),
      remotes: Object.fromEntries(remotes),
      ...facts.nesting,
    };
  };
  return (page: PinningPage): Pins => {
    const chosenModules = chooseModules(shownModules, facts, page);
    return {
      ...pinsFor(chosenModules, page.mounted, page.rows),
      // The next page may show modules that this one does not pin, and must know which have no release.
      ...(chosenModules.length < shownModules.length && { empty: [...facts.empty] }),
    };
  };
}
