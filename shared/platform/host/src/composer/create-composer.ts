import { composerVersion, renderedName, type ComposerInput } from '@composed/contracts/composer';
import type { PageHead } from '@composed/contracts/module';
import { languageOf } from '../site/page-routes';
import { hasContent } from '../rendering/render-markup';
import type { ComposerConfig, PageRoute, ResolvedPage } from '../site/site-config';
import { appOfPage } from './page-addresses';
import { refusalOf, type ComposerViolation } from './compatibility';
import { renderDocument } from './document';
import { detectDataDependencies, hashPage, planModules, dependsOnPage } from './plan-modules';
import { callsOf, createPinFinder, pinnedScripts, type ShownModule } from './page-pins';
import { assembleSite, type AssembledSite } from './assemble-site';
import { inlineStyles, pinnedScript, readSharedEsModules, scriptNamed } from './release-files';
import { renderPage } from './render-page';
import { rootFiles } from './root-files';

/** Returns a function that finds the routes to which a page's markup links. */
function createLinkFinder(routes: readonly (PageRoute & ResolvedPage)[], basePath: string) {
  const routeByAddress = new Map(routes.map((route) => [basePath + route.path, route]));
  return (markup: string) =>
    [...markup.matchAll(/ href="([^"#?]+)/g)].flatMap(
      ([, href = '']) => routeByAddress.get(href) ?? [],
    );
}

/** Prepares everything that the pages of a site share. */
async function prepareSite<Site, Route extends PageRoute>(
  input: ComposerInput,
  config: ComposerConfig<Site, Route>,
  assembledSite: AssembledSite<Site, Route>,
) {
  const { hostRelease, facts, runtime, shownModules, empty } = assembledSite;
  const { basePath } = facts;
  const telemetry = input.settings.telemetry
    ? { ...input.settings.telemetry, script: pinnedScript(hostRelease, 'telemetry') }
    : null;
  const inlineScript = async (name: string) => {
    const file = scriptNamed(hostRelease, name);
    return { app: 'host', file, text: await hostRelease.readFile(file) };
  };
  const remotes = [...new Set(shownModules.map((module) => module.release.manifest))];
  const sharedEsModules = remotes.some((each) => each.esModules)
    ? await readSharedEsModules(hostRelease)
    : null;
  return {
    ...assembledSite,
    input,
    config,
    telemetry,
    sharedEsModules,
    bootstrap: await inlineScript(telemetry ? 'bootstrap-with-telemetry' : 'bootstrap'),
    bootstrapStyles: await inlineScript('bootstrap-styles'),
    hostStyles: await inlineStyles(hostRelease, '.'),
    remotes,
    linkedRoutesIn: createLinkFinder(runtime.routes, basePath),
    dataNamesOf: detectDataDependencies(config, facts, runtime.provides, shownModules),
    pinsOf: createPinFinder(shownModules, {
      host: hostRelease.manifest.version,
      basePath,
      empty,
      sharedEsModules,
      nesting: runtime.nesting,
      scripts: runtime.nesting.parts ? [pinnedScript(hostRelease, 'parts')] : [],
      // A preview pins all modules, since its overlay names the release of every root.
      pinsAll: basePath !== '',
    }),
  };
}

type Prepared<Site, Route extends PageRoute> = Awaited<ReturnType<typeof prepareSite<Site, Route>>>;
type RenderedRoute = Awaited<ReturnType<typeof renderRoute>>;

/** Renders the host's part of a page, with placeholders for the remotes' modules. */
async function renderRoute<Site, Route extends PageRoute>(
  { input, runtime, shownModules, facts }: Prepared<Site, Route>,
  route: Route & ResolvedPage,
) {
  const nameOf = (id: string) => {
    const module = shownModules.find((each) => each.id === id);
    const isForPage = module && dependsOnPage(runtime, shownModules, module);
    return renderedName({ id, key: isForPage ? hashPage(route.page, input) : '' });
  };
  // The router gets only the page's own route, since it would match all routes again for each page.
  const runtimeOfPage = { ...runtime, routes: [route] };
  const { markup, idsInSlots } = await renderPage(
    runtimeOfPage,
    facts.hasRelease,
    route.path,
    nameOf,
  );
  if (idsInSlots.length === 0 && !hasContent(markup)) throw new Error('nothing was rendered');
  const parts = idsInSlots.flatMap((id) => runtime.nesting.parts?.[id] ?? []);
  const ids = new Set([...idsInSlots, ...parts]);
  return {
    markup,
    /** Modules in slots of the page itself. */
    inSlots: shownModules.filter(({ id }) => idsInSlots.includes(id)),
    /** The modules in slots, and all that may stand inside them. */
    modules: shownModules.filter(({ id }) => ids.has(id)),
    head: route.module === undefined ? null : await input.headOf?.(nameOf(route.module)),
  };
}

/** Returns the reason why a page cannot go live, or null. */
function findViolation<Site, Route extends PageRoute>(
  { runtime, shownModules }: Prepared<Site, Route>,
  { path, title, module, modules = [] }: Route,
  inSlots: readonly ShownModule[],
): ComposerViolation | null {
  if (title.trim() === '')
    return { app: appOfPage({ module }), reason: `has a page without a title at ${path}` };
  const unlistedModule = inSlots.find(
    (each) => dependsOnPage(runtime, shownModules, each) && !modules.includes(each.id),
  );
  if (!unlistedModule) return null;
  const reason = `its ${unlistedModule.expose} uses the prop "page" at ${path}, but the host’s route does not list it in "modules". Add it there. A module in the shell cannot use "page".`;
  return { app: unlistedModule.app, reason };
}

/** Reads the style sheets of a page, each once: modules of an app may share a style sheet. */
async function readStyles<Site, Route extends PageRoute>(
  { hostStyles }: Prepared<Site, Route>,
  modules: readonly ShownModule[],
) {
  const moduleStyles = await Promise.all(
    modules.map(({ release, expose }) => inlineStyles(release, expose)),
  );
  const all = [...hostStyles, ...moduleStyles.flat()];
  return [...new Map(all.map((style) => [style.href, style])).values()];
}

/** Whether an inlined file would close its own element. Scripts and styles have no escape for the end tag. */
const endsElement = ({ text }: { readonly text: string }) => /<\/(?:style|script)|<!--/i.test(text);

/** Fills a call's parameters in from the page. Returns no call if the page lacks one of them. */
function callAt(call: string, { parameters }: ResolvedPage['page']): readonly string[] {
  const names = [...call.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (!names.every((name) => Object.hasOwn(parameters, name))) return [];
  return [call.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))];
}

/** Returns the event that a page's scripts wait for, apart from the first interaction (document.ts). */
function startEvent(basePath: string, inSlots: readonly ShownModule[]) {
  // A preview's overlay should run from the start.
  if (basePath) return 'paint';
  // A page without remotes has nothing to update.
  return inSlots.length > 0 ? null : 'interaction';
}

/** Returns the site's data that a page holds: the data that its route names, and all that its modules depend on. */
function dataOfPage<Site, Route extends PageRoute>(
  { facts, dataNamesOf }: Prepared<Site, Route>,
  { dataNames = [] }: Route,
  modules: readonly ShownModule[],
) {
  const names = new Set([...dataNames, ...modules.flatMap(dataNamesOf)]);
  return Object.fromEntries(Object.entries(facts.data).filter(([name]) => names.has(name)));
}

/** Computes the pins of a page from its modules, its links and its data. */
function pinsOfPage<Site, Route extends PageRoute>(
  { facts, dataNamesOf, linkedRoutesIn, pinsOf }: Prepared<Site, Route>,
  route: Route & ResolvedPage,
  { markup, modules }: RenderedRoute,
  data: object,
) {
  const routes = [route, ...linkedRoutesIn(markup)];
  return pinsOf({
    shown: modules.map(({ id }) => id),
    linked: routes.flatMap((each) => each.modules ?? []).filter(facts.hasRelease),
    linkedPatterns: new Set(routes.map(({ pattern }) => pattern)),
    isHeld: (module) =>
      callsOf(module).length > 0 || dataNamesOf(module).every((name) => Object.hasOwn(data, name)),
  });
}

/** Writes a page with a placeholder in each slot. */
function writePage<Site, Route extends PageRoute>(
  prepared: Prepared<Site, Route>,
  route: Route & ResolvedPage,
  rendered: RenderedRoute,
  styles: Awaited<ReturnType<typeof readStyles>>,
): string {
  const { input, config, hostRelease, runtime, telemetry, sharedEsModules } = prepared;
  const { basePath } = runtime;
  const { search } = route;
  const { markup, inSlots, modules } = rendered;
  const data = dataOfPage(prepared, route, modules);
  const pins = pinsOfPage(prepared, route, rendered, data);
  const pinned = prepared.remotes.filter(({ app }) => app in pins.remotes);
  const hasEsModules = pinned.some((each) => each.esModules);
  const rendersStyles = modules.some((each) => each.release.manifest.rendersStyles !== false);
  return renderDocument({
    address: route.path,
    language: languageOf(route),
    markup,
    head: config.renderHead({
      route,
      site: runtime.site,
      siteUrl: input.settings.siteUrl,
      basePath,
    }),
    indexable: search && search.indexable && input.indexable,
    styles,
    calls: modules.flatMap(callsOf).flatMap((call) => callAt(call, route.page)),
    pins,
    data: Object.keys(data).length > 0 ? data : null,
    row: route.rowsFrom === undefined ? null : { path: route.pattern, row: route.page.data },
    // Only previews have the review overlay.
    scripts: [
      ...pinnedScripts({ release: hostRelease, expose: '.' }),
      ...(basePath ? [pinnedScript(hostRelease, 'overlay')] : []),
    ],
    startOn: startEvent(basePath, inSlots),
    bootstrap: [prepared.bootstrap.text, ...(rendersStyles ? [prepared.bootstrapStyles.text] : [])],
    hash: input.hash,
    telemetry,
    releases: [hostRelease.manifest, ...pinned],
    importMap: hasEsModules && sharedEsModules ? sharedEsModules.importMap : null,
  });
}

/** Returns a route with the title and the search metadata that its module gives. */
const withHead = <Route extends PageRoute>(
  route: Route,
  { title = route.title, ...search }: PageHead,
): Route => ({ ...route, title, search: { ...route.search, ...search } });

/**
 * Makes one page: renders its route, gets the head from its module, and writes the document.
 * @returns the document and the route with that head, or the reason why the page cannot go live
 */
async function composePage<Site, Route extends PageRoute>(
  prepared: Prepared<Site, Route>,
  plannedRoute: Route & ResolvedPage,
) {
  const rendered = await renderRoute(prepared, plannedRoute);
  const { head } = rendered;
  const route = prepared.config.pages && head ? withHead(plannedRoute, head) : plannedRoute;
  const violation = findViolation(prepared, route, rendered.inSlots);
  if (violation) return { violation };
  const styles = await readStyles(prepared, rendered.modules);
  const uninlinable = [prepared.bootstrap, prepared.bootstrapStyles, ...styles].find(endsElement);
  if (uninlinable) {
    const reason = `${uninlinable.file} contains </script>, </style> or <!--, so it cannot be inlined`;
    return { violation: { app: uninlinable.app, reason } };
  }
  return { html: writePage(prepared, route, rendered, styles), route };
}

/** Whether search engines should list a page under its own address. */
const isListed = ({ path, search }: PageRoute) =>
  search && search.indexable && (search.canonical ?? path) === path;

/** Makes every page, and the other files at the root of the site. */
async function composeEveryPage<Site, Route extends PageRoute>(prepared: Prepared<Site, Route>) {
  const { input, config, hostRelease, runtime, unread, empty } = prepared;
  const pages: Record<string, string> = {};
  const { takePage = (address: string, html: string) => void (pages[address] = html) } = input;
  const listedPaths: string[] = [];
  for (const plannedRoute of runtime.routes) {
    const { path } = plannedRoute;
    input.announce(`could not render ${path}`);
    const page = await composePage(prepared, plannedRoute);
    if (page.violation) return refusalOf([page.violation]);
    takePage(path, page.html);
    if (isListed(page.route)) listedPaths.push(path);
  }
  const files = rootFiles(
    Object.keys(hostRelease.manifest.files),
    { siteUrl: input.settings.siteUrl, indexable: input.indexable },
    { indexable: listedPaths, closed: config.closedToRobots ?? [] },
  );
  return { pages, files, unread, empty };
}

/** Creates the composer of a site, which makes every page as complete static HTML from one release per app. */
export function createComposer<Site, Route extends PageRoute, Data extends object>(
  config: ComposerConfig<Site, Route, Data>,
) {
  const assembledSites = new WeakMap<ComposerInput, ReturnType<typeof assembleSite<Site, Route>>>();
  // The tool calls `plan` and `compose` with the same input, for which the site is assembled only once.
  const assembleOnce = (input: ComposerInput) => {
    const assembledSite = assembledSites.get(input) ?? assembleSite(input, config);
    assembledSites.set(input, assembledSite);
    return assembledSite;
  };
  return {
    version: composerVersion,
    /** Returns the modules that the pages show, or the reasons why the releases do not fit together. */
    plan: async (input: ComposerInput) => {
      const assembledSite = assembleOnce(input);
      if ('violations' in assembledSite) return assembledSite;
      const { runtime, shownModules, inPages } = assembledSite;
      return { modules: planModules(runtime, shownModules, inPages, input) };
    },
    compose: async (input: ComposerInput) => {
      const assembledSite = assembleOnce(input);
      if ('violations' in assembledSite) return assembledSite;
      return composeEveryPage(await prepareSite(input, config, assembledSite));
    },
  };
}
