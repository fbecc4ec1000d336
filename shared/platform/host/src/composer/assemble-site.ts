import { callsPrefix, type ComposerInput } from '@composed/contracts/composer';
import { parseReleaseManifest } from '@composed/contracts/release-manifest';
import { appOf, exposeOf } from '@composed/contracts/remote-names';
import { createSiteRuntime } from '../site/site-runtime';
import { createRowReader } from '../pages/generated-pages';
import { assignSlots, partsInside } from '../slots/planned-parts';
import type { RemotePages, ComposerConfig, SiteFacts, PageRoute } from '../site/site-config';
import { findUngrantedPages } from './page-grants';
import { findConflicts, refusalOf, type ComposerViolation } from './compatibility';
import { findMisplacedPages } from './page-addresses';
import type { ShownModule } from './page-pins';
import type { Release } from './release-files';

type Releases = ReadonlyMap<string, Release>;

const parseReleases = ({ releases }: ComposerInput): Releases =>
  new Map(
    Object.entries(releases).map(([app, release]) => [
      app,
      { ...release, manifest: parseReleaseManifest(release.manifest) },
    ]),
  );

/** Finds the modules that have both a slot and a release. All other slots stay empty. */
function findShownModules(ids: Iterable<string>, releases: Releases) {
  return [...ids].flatMap((id): readonly ShownModule[] => {
    const app = appOf(id);
    const expose = exposeOf(id);
    const release = releases.get(app);
    const exposed = release?.manifest.exposes;
    if (!release || !exposed || !Object.hasOwn(exposed, expose)) return [];
    return [{ id, app, expose, props: Object.keys(exposed[expose]?.props ?? {}), release }];
  });
}

/** Plans which modules stand in pages, and which inside other modules. */
function placeModules<Site, Route extends PageRoute>(
  config: ComposerConfig<Site, Route>,
  hostRelease: Release,
  remotes: readonly Release['manifest'][],
  remotePages: RemotePages,
) {
  const { slots, violations } = assignSlots(config, hostRelease.manifest, remotes);
  const idsOfRoutes = Object.keys({ ...config.pages?.slotsOf(remotePages), ...config.modules });
  const idsInSlots = Object.values(slots).flat();
  const inPages = [...idsOfRoutes, ...idsInSlots];
  const inside = partsInside(inPages, remotes, slots);
  const modulesWithParts = [...inside.parts].filter(([, ids]) => ids.length > 0);
  const hasParts = modulesWithParts.length > 0 || idsInSlots.length > 0;
  return {
    inPages,
    ids: new Set([...inPages, ...inside.parts.values()].flat()),
    nesting: hasParts ? { parts: Object.fromEntries(modulesWithParts), slots } : {},
    violations: [...violations, ...inside.violations],
  };
}

/** Stands in for the `readData` of a site that has none. */
const keepUnparsed = (data: ComposerInput['data']) => ({
  data: Object.fromEntries(Object.entries(data).map(([name, { value }]) => [name, value])),
  unread: [],
});

/** Reads the facts of a site. Data from which pages are made must be a list; any other value counts as unread. */
function readFacts<Site, Route extends PageRoute>(
  { data: json, basePath }: ComposerInput,
  config: ComposerConfig<Site, Route>,
  remotePages: RemotePages,
  hasRelease: SiteFacts['hasRelease'],
) {
  const parsedData = (config.readData ?? keepUnparsed)(json);
  const site = config.createSite({ basePath, hasRelease, data: parsedData.data });
  const pageRows = Object.values(remotePages).flat();
  const dataOfPages = new Set([
    ...config.routesOf(site).map(({ rowsFrom }) => rowsFrom),
    ...pageRows.map((row) => row.data),
  ]);
  const names = Object.keys(parsedData.data);
  const data = Object.fromEntries(
    Object.entries(parsedData.data).filter(
      ([name, value]: [string, unknown]) => !dataOfPages.has(name) || Array.isArray(value),
    ),
  );
  const unread = [...parsedData.unread, ...names.filter((name) => !(name in data))];
  return { facts: { basePath, hasRelease, data }, unread, names };
}

/** Finds modules that take props which the host does not provide. */
const findUnprovidedProps = (
  shownModules: readonly ShownModule[],
  provides: object,
  hostName: string,
) =>
  shownModules.flatMap(({ app, expose, props }): readonly ComposerViolation[] => {
    const missing = props.filter((name) => name !== 'page' && !Object.hasOwn(provides, name));
    if (missing.length === 0) return [];
    const unprovided = `${missing.join(', ')}, which ${hostName} does not provide`;
    return [{ app, reason: `does not fit the others: ${expose} takes ${unprovided}` }];
  });

/** Finds remotes' pages for a module that the remote does not expose, or for data that the host does not ask for. */
const findUnresolvedPages = (
  remotes: readonly Release['manifest'][],
  dataNames: readonly string[],
  hostName: string,
) =>
  remotes.flatMap(({ app, exposes, pages = [] }) =>
    pages.flatMap(({ path, module, data }): readonly ComposerViolation[] => {
      const page = `brings a page at ${path}`;
      const isExposed = Object.hasOwn(exposes, module);
      const hasData = data === undefined || dataNames.includes(data);
      const withoutModule = `${page} of ${module}, which it does not expose`;
      const withoutData = `${page} for each row of ${data}, which ${hostName} does not ask for`;
      return [
        ...(isExposed ? [] : [{ app, reason: withoutModule }]),
        ...(hasData ? [] : [{ app, reason: withoutData }]),
      ];
    }),
  );

/**
 * Assembles the site that the pages are composed from: its releases, data and routes.
 * @returns the site, or the reasons why its releases do not fit together
 */
export function assembleSite<Site, Route extends PageRoute>(
  input: ComposerInput,
  config: ComposerConfig<Site, Route>,
) {
  const releases = parseReleases(input);
  const hostRelease = releases.get('host');
  if (!hostRelease) throw new Error('the host has no release');
  const { manifest } = hostRelease;
  const hostName = `host ${manifest.version}`;
  const remotes = [...releases.values()].flatMap((each) =>
    each === hostRelease ? [] : each.manifest,
  );
  const remotePages = Object.fromEntries(remotes.map(({ app, pages = [] }) => [app, pages]));
  const planned = placeModules(config, hostRelease, remotes, remotePages);
  const shownModules = findShownModules(planned.ids, releases);
  const shownIds = new Set(shownModules.map(({ id }) => id));
  const { facts, unread, names } = readFacts(input, config, remotePages, (id) => shownIds.has(id));
  const knownPages = { remotePages, rowsOf: createRowReader(facts) };
  const runtime = createSiteRuntime(config, facts, { nesting: planned.nesting, knownPages });
  const services = [...(config.services ?? []), callsPrefix];
  const violations: readonly ComposerViolation[] = [
    ...findConflicts(manifest, remotes),
    ...findUngrantedPages(config.pages?.grants ?? [], remotePages, hostName),
    ...planned.violations,
    // A page of data may have thousands of rows with the same problem.
    ...findMisplacedPages(runtime.routes, services).slice(0, 5),
    ...findUnprovidedProps(shownModules, runtime.provides, hostName),
    ...(config.pages
      ? findUnresolvedPages(remotes, [...(manifest.data ?? []), ...names], hostName)
      : []),
  ];
  if (violations.length > 0) return refusalOf(violations);
  const empty = [...planned.ids].filter((id) => !shownIds.has(id));
  return { hostRelease, facts, runtime, shownModules, unread, empty, inPages: planned.inPages };
}

/** The result of `assembleSite` for releases that fit together. */
export type AssembledSite<Site, Route extends PageRoute> = Exclude<
  ReturnType<typeof assembleSite<Site, Route>>,
  { readonly violations: unknown }
>;
