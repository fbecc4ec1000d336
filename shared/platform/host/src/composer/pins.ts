import { pinRemote, type PinnedModule, type Pins, type RemotePins } from '@composed/contracts/pins';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { appOf } from '@composed/contracts/remote-names';
import { pinned, type Release, type SharedModules } from './release-files';

/** A module that the host has a slot for and that has a release. */
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

/** The scripts of a remote’s module; before those of ES modules, the host’s modules that they import. */
function scriptsOfRemote(module: ShownModule, shared: SharedModules['shared']) {
  const { modules } = module.release.manifest;
  const { scripts = [] } = module.release.manifest.exposes[module.expose] ?? {};
  const imported = new Set(scripts.flatMap((file) => modules?.[file] ?? []));
  return [...[...imported].flatMap((request) => shared[request] ?? []), ...scriptsOf(module)];
}

/** Calls that a module GETs at first. With them it shows itself, whatever data its page holds. */
export const callsOf = ({ release: { manifest }, expose }: ShownModule) =>
  manifest.exposes[expose]?.calls ?? [];

/**
 * Modules that a page pins beyond those that it shows: first those that it links to, then any. A remote takes some 200
 * bytes of the page, compressed, and each further module of it 60, most of them hashes. A navigation to another one
 * loads the document that pins it.
 */
export const maxPinned = 10;

/**
 * Rows of pages of a remote that a page pins: first its own and those that it leads to, then any. A row takes some 60
 * bytes of the page; a link to a page of another row loads its document.
 */
export const maxRows = 50;

function rowsToPin({ pages = [] }: ReleaseManifest, near: ReadonlySet<string>) {
  const isNear = ({ path }: { readonly path: string }) => near.has(path);
  const first = [...pages.filter(isNear), ...pages.filter((row) => !isNear(row))];
  const chosen = new Set(first.slice(0, maxRows));
  return pages.filter((row) => chosen.has(row));
}

const uniqueScripts = (scripts: Pins['preloads']) => [
  ...new Map(scripts.map((script) => [script.src, script])).values(),
];

/** The modules that the pins of a page follow from. */
interface PinningPage {
  /** Federation ids of the modules in it, and of those in pages that it leads to, in this order. */
  readonly mounted: readonly string[];
  readonly next: readonly string[];
  /** Patterns of the rows of pages that made it, and of those that it leads to. */
  readonly rows: ReadonlySet<string>;
  /** Whether the page holds what a module shows. */
  readonly isHeld: (module: ShownModule) => boolean;
}

/**
 * The pins of the pages of a site.
 * @param facts nesting: what stands inside of what, for all pages; scripts: the host's, beside those that each page starts;
 *   empty: federation ids of modules without a release; isWhole: each page pins all, however many; modules: of the host,
 *   for remotes of ES modules
 * @returns gives the pins of a page
 */
export function pinRemotes(
  shown: readonly ShownModule[],
  facts: Pick<Pins, 'host' | 'basePath'> & {
    readonly nesting?: Pick<Pins, 'parts' | 'slots'>;
    readonly scripts?: Pins['preloads'];
    readonly empty: readonly string[];
    readonly isWhole: boolean;
    readonly modules?: Pick<SharedModules, 'container' | 'shared'> | null;
  },
) {
  const { host, basePath, empty, isWhole, modules: ofHost } = facts;
  const scripts = new Map(
    shown.map((module) => [module.id, scriptsOfRemote(module, ofHost?.shared ?? {})]),
  );
  const manifests = new Map(shown.map(({ app, release: { manifest } }) => [app, manifest]));
  const pinsOf = ({ id, release, expose }: ShownModule, isMounted: boolean): PinnedModule => {
    const { exposes, modules } = release.manifest;
    const { props } = exposes[expose] ?? {};
    const isListed = !isMounted || modules !== undefined;
    return { ...(props && { props }), ...(isListed && { scripts: scripts.get(id) ?? [] }) };
  };
  const pinsFor = (
    modules: readonly ShownModule[],
    mounted: readonly string[],
    rows: PinningPage['rows'],
  ): Pins => {
    const remotes = [...manifests].flatMap(([app, manifest]) => {
      const own = modules.filter((each) => each.app === app);
      if (own.length === 0) return [];
      const exposes: RemotePins['exposes'] = Object.fromEntries(
        own.map((each) => [each.expose, pinsOf(each, mounted.includes(each.id))] as const),
      );
      return [
        [
          app,
          pinRemote(
            { ...manifest, pages: rowsToPin(manifest, rows) },
            exposes,
            (file) => pinned(manifest, file),
            manifest.modules && ofHost?.container,
          ),
        ] as const,
      ];
    });
    const isOfModules = ({ id, release }: ShownModule) =>
      mounted.includes(id) && release.manifest.modules !== undefined;
    const containers = ofHost && modules.some(isOfModules) ? [ofHost.container] : [];
    return {
      host,
      basePath,
      // Modules of one remote have scripts in common.
      preloads: uniqueScripts([
        ...(facts.scripts ?? []),
        ...containers,
        ...mounted.flatMap((id) => scripts.get(id) ?? []),
      ]),
      remotes: Object.fromEntries(remotes),
      ...facts.nesting,
    };
  };
  const withParts = (ids: readonly string[]) =>
    ids.flatMap((id) => [id, ...(facts.nesting?.parts?.[id] ?? [])]);
  return ({ mounted, next, rows, isHeld }: PinningPage): Pins => {
    // A client navigation keeps the document and its policy, so a module that asks for origins is pinned where its app is mounted.
    const apps = mounted.map(appOf);
    const isLetIn = ({ app, release }: ShownModule) =>
      isWhole || apps.includes(app) || release.manifest.outside === undefined;
    const held = shown.filter(
      (each) => mounted.includes(each.id) || (isLetIn(each) && isHeld(each)),
    );
    const all = held.map(({ id }) => id);
    const ids = [...new Set([...mounted, ...withParts(next), ...all])];
    const count = isWhole ? ids.length : Math.max(mounted.length, maxPinned);
    const pinned = new Set(ids.slice(0, count));
    const modules = held.filter(({ id }) => pinned.has(id));
    return {
      ...pinsFor(modules, mounted, rows),
      // A part of the next page may be none that this page holds.
      ...(modules.length < shown.length && { empty: [...empty] }),
    };
  };
}
