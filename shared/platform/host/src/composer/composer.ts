import type { ComposerInput } from '@composed/contracts/composer';
import { callsPrefix, composerVersion, renderedName } from '@composed/contracts/composer';
import { parseReleaseManifest } from '@composed/contracts/release-manifest';
import { createHost } from '../host';
import { createPages, rowsIn } from '../pages';
import { fillSlots, partsInside } from '../planned-parts';
import { hasContent } from '../render-markup';
import type { ComposerConfig, PageRoute } from '../site-config';
import { findConflicts, findMisplaced, ownerOf } from './compatibility';
import { renderDocument } from './document';
import { dataOfModules, keyOf, plannedModules, takesPage } from './given-props';
import { callsOf, pinRemotes, scriptsOf, type ShownModule } from './pins';
import { inlineStyles, pinnedScript, scriptNamed, type Release } from './release-files';
import { renderPage } from './render-page';
import { rootFiles } from './sitemap';

/** The modules that the host has a slot for and a release has. The slot of any other module is empty. */
function shownModules(ids: readonly string[], releases: ReadonlyMap<string, Release>) {
  return ids.flatMap((id): readonly ShownModule[] => {
    const [app = '', name = ''] = id.split('/');
    const release = releases.get(app);
    const expose = `./${name}`;
    const exposed = release?.manifest.exposes;
    if (!release || !exposed || !Object.hasOwn(exposed, expose)) return [];
    return [{ id, app, expose, props: Object.keys(exposed[expose]?.props ?? {}), release }];
  });
}

/** @returns gives the modules of the pages that a page's markup leads to */
function createLinks(routes: readonly PageRoute[], basePath: string) {
  const remotes = new Map(routes.map(({ path, remotes = [] }) => [basePath + path, remotes]));
  return (markup: string) =>
    [...markup.matchAll(/ href="([^"#?]+)/g)].flatMap(([, href = '']) => remotes.get(href) ?? []);
}

const valuesOf = (data: ComposerInput['data']) => ({
  data: Object.fromEntries(Object.entries(data).map(([name, { value }]) => [name, value])),
  unread: [],
});

/** Violations for which releases must not go live. */
const refused = (violations: ReturnType<typeof findConflicts>) => ({ violations });

/** Whether a file in a page would end its own element. Scripts and styles have no escape for that. */
const endsElement = ({ text }: { readonly text: string }) => /<\/(?:style|script)|<!--/i.test(text);

/** The releases, their manifests parsed, and the modules that pages show of them; or why they do not fit together. */
function readReleases<Site, Route extends PageRoute>(
  input: ComposerInput,
  parts: ComposerConfig<Site, Route>,
) {
  const releases = new Map(
    Object.entries(input.releases).map(([app, release]) => [
      app,
      { ...release, manifest: parseReleaseManifest(release.manifest) },
    ]),
  );
  const release = releases.get('host');
  if (!release) throw new Error('the host has no release');
  const manifests = [...releases.values()].map(({ manifest }) => manifest);
  const remotes = manifests.filter((manifest) => manifest !== release.manifest);
  const brought = Object.fromEntries(remotes.map(({ app, pages = [] }) => [app, pages]));
  const name = `host ${release.manifest.version}`;
  const { problemsOf } = parts.pages ?? createPages<Route>({});
  const violations = [...findConflicts(release.manifest, remotes), ...problemsOf(brought, name)];
  const { slots, ...misplaced } = fillSlots(parts, release.manifest, remotes);
  const inSlots = Object.values(slots).flat();
  const places = Object.keys({ ...parts.pages?.placesOf(brought), ...parts.remotes });
  const inside = partsInside([...places, ...inSlots], remotes, slots);
  violations.push(...misplaced.violations, ...inside.violations);
  const ids = new Set([...places, ...inSlots, ...inside.parts.values()].flat());
  const shown = shownModules([...ids], releases);
  const isThere = (id: string) => shown.some((module) => module.id === id);
  const read = (parts.readData ?? valuesOf)(input.data);
  const known = { basePath: input.basePath, isThere };
  const hostRoutes = parts.routesOf(parts.createSite({ ...known, data: read.data }));
  const ofRemotes = remotes.flatMap(({ pages = [] }) => pages.map((each) => each.data));
  const ofRows = [...hostRoutes.map(({ rows }) => rows), ...ofRemotes];
  // Data that pages are rows of are a list, or were not read: the last one stands.
  const isRead = ([name, value]: [string, unknown]) =>
    !ofRows.includes(name) || Array.isArray(value);
  const data = Object.fromEntries(Object.entries(read.data).filter(isRead));
  const unread = [...read.unread, ...Object.keys(read.data).filter((each) => !(each in data))];
  const facts = { ...known, data };
  const holding = [...inside.parts].filter(([, ids]) => ids.length > 0);
  const pins =
    holding.length + inSlots.length > 0 ? { parts: Object.fromEntries(holding), slots } : {};
  const host = createHost(parts, facts, undefined, pins, { brought, dataOf: rowsIn(facts) });
  const services = [...(parts.services ?? []), callsPrefix];
  // Of thousands of rows the first say enough.
  violations.push(...findMisplaced(host.routes, services).slice(0, 5));
  const offered = { ...host.provides, page: null };
  for (const { app, expose, props } of shown) {
    const missing = props.filter((offer) => !Object.hasOwn(offered, offer));
    if (missing.length === 0) continue;
    const notProvided = `${missing.join(', ')}, which ${name} does not offer`;
    violations.push({ app, reason: `does not fit the others: ${expose} takes ${notProvided}` });
  }
  for (const { app, exposes, pages = [] } of parts.pages ? remotes : []) {
    for (const { path, module, data: rows } of pages) {
      const about = `brings a page at ${path}`;
      if (!Object.hasOwn(exposes, module))
        violations.push({ app, reason: `${about} of ${module}, which it does not expose` });
      const names = [undefined, ...(release.manifest.data ?? []), ...Object.keys(read.data)];
      if (!names.includes(rows))
        violations.push({
          app,
          reason: `${about} for each row of ${rows}, which ${name} does not ask for`,
        });
    }
  }
  if (violations.length > 0) return refused(violations);
  const empty = [...ids].filter((id) => !isThere(id));
  return { ...{ release, facts, host, shown, unread, empty }, places: [...places, ...inSlots] };
}

async function composePages<Site, Route extends PageRoute>(
  input: ComposerInput,
  parts: ComposerConfig<Site, Route>,
) {
  const { announce, hash, settings } = input;
  const { siteUrl } = settings;
  const read = readReleases(input, parts);
  if ('violations' in read) return read;
  const { release, facts, host, shown, empty } = read;
  const { basePath, data } = facts;
  const telemetry = settings.telemetry
    ? { ...settings.telemetry, script: pinnedScript(release, 'telemetry') }
    : null;
  const inlineScript = async (name: string) => {
    const file = scriptNamed(release, name);
    return { app: 'host', file, text: await release.readFile(file) };
  };
  const bootstrap = await inlineScript(telemetry ? 'bootstrap-with-telemetry' : 'bootstrap');
  const ofStyles = await inlineScript('bootstrap-styles');
  const hostStyles = await inlineStyles(release, '.');
  const pages: Record<string, string> = {};
  const {
    takePage = (address: string, html: string) => {
      pages[address] = html;
    },
  } = input;
  /** Addresses of pages that search engines are welcome to. */
  const indexable: string[] = [];
  const { pins: nesting, routes, site } = host;
  const linksIn = createLinks(routes, basePath);
  // A preview's overlay says which release each root of its page is of.
  const pinning = { host: release.manifest.version, basePath, empty, isWhole: basePath !== '' };
  const recordOf = pinRemotes(shown, {
    ...{ ...pinning, nesting },
    scripts: nesting.parts ? [pinnedScript(release, 'parts')] : [],
  });
  const remotes = [...new Set(shown.map((module) => module.release.manifest))];
  const dataOf = dataOfModules(parts, facts, host.provides, shown);
  for (const route of routes) {
    const { path, pattern, page: ofPage, reads = [], rows } = route;
    announce(`could not render ${path}`);
    const nameOf = (id: string) => {
      const module = shown.find((each) => each.id === id);
      const isOfPage = module && takesPage(host, shown, module);
      return renderedName({ id, key: isOfPage ? keyOf(ofPage, input) : '' });
    };
    // The router looks at each route that it is given, for each page.
    const page = await renderPage({ ...host, routes: [route] }, facts.isThere, path, nameOf);
    const head = route.module === undefined ? null : await input.headOf?.(nameOf(route.module));
    const headed = parts.pages && head ? parts.pages.withHead(route, head) : route;
    if (headed.title.trim() === '')
      return refused([{ app: ownerOf(route), reason: `has a page without a title at ${path}` }]);
    const isIndexable = headed.search && headed.search.indexable;
    if (isIndexable && (headed.search.canonical ?? path) === path) indexable.push(path);
    if (page.mounted.length === 0 && !hasContent(page.markup))
      throw new Error('nothing was rendered');
    const inside = page.mounted.flatMap((id) => host.pins.parts?.[id] ?? []);
    const standing = new Set([...page.mounted, ...inside]);
    const mounted = shown.filter(({ id }) => standing.has(id));
    const unnamed = mounted.find(
      (module) =>
        page.mounted.includes(module.id) &&
        takesPage(host, shown, module) &&
        !route.remotes?.includes(module.id),
    );
    if (unnamed) {
      const reason = `its ${unnamed.expose} takes the page, and stands at ${path} unnamed: a row of the host names it under remotes, and in a slot of the shell it takes none`;
      return refused([{ app: unnamed.app, reason }]);
    }
    const needed = new Set([...reads, ...mounted.flatMap(dataOf)]);
    const held = Object.entries(data).filter(([name]) => needed.has(name));
    const ofRemotes = mounted.map(({ release, expose }) => inlineStyles(release, expose));
    const styles = [...hostStyles, ...(await Promise.all(ofRemotes)).flat()];
    const unfit = [bootstrap, ofStyles, ...styles].find(endsElement);
    if (unfit) {
      const reason = `${unfit.file} cannot stand in a page: it would end its own element`;
      return refused([{ app: unfit.app, reason }]);
    }
    const pins = recordOf({
      mounted: mounted.map(({ id }) => id),
      next: () => [...(route.remotes ?? []), ...linksIn(page.markup)].filter(facts.isThere),
      isHeld: (module) =>
        callsOf(module).length > 0 || dataOf(module).every((name) => needed.has(name)),
    });
    const html = renderDocument({
      address: path,
      language: route.lang ? route : __SITE_WORDS__,
      markup: page.markup,
      head: parts.renderHead({ route: headed, site, siteUrl, basePath }),
      indexable: isIndexable && input.indexable,
      styles,
      calls: mounted.flatMap(callsOf),
      pins,
      data: held.length > 0 ? Object.fromEntries(held) : null,
      row: rows === undefined ? null : { path: pattern, row: ofPage.data },
      // The review overlay is a script of previews alone.
      scripts: [
        ...scriptsOf({ release, expose: '.' }),
        ...(basePath ? [pinnedScript(release, 'overlay')] : []),
      ],
      // A preview’s overlay runs from the start. A page without remotes has nothing to update.
      startOn: basePath ? 'paint' : mounted.length > 0 ? null : 'interaction',
      bootstrap: mounted.some(({ release: { manifest } }) => manifest.rendersStyles !== false)
        ? [bootstrap.text, ofStyles.text]
        : [bootstrap.text],
      hash,
      telemetry,
      releases: [release.manifest, ...remotes.filter(({ app }) => app in pins.remotes)],
    });
    takePage(path, html);
  }
  const files = rootFiles(
    Object.keys(release.manifest.files),
    { siteUrl, indexable: input.indexable },
    { indexable, closed: parts.closedToRobots ?? [] },
  );
  return { pages, files, unread: [...read.unread], empty };
}

/** The composer of a site: every page of it as complete static HTML, from one release per app. */
export function createComposer<Site, Route extends PageRoute, Data extends object>(
  parts: ComposerConfig<Site, Route, Data>,
) {
  return {
    version: composerVersion,
    /** The modules that the pages show, or the reasons why these releases do not fit together. */
    plan: async (input: ComposerInput) => {
      const read = readReleases(input, parts);
      if ('violations' in read) return read;
      return { modules: plannedModules(read.host, read.shown, read.places, input) };
    },
    compose: (input: ComposerInput) => composePages(input, parts),
  };
}
