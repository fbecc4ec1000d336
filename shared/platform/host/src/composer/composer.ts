import type { ComposerInput } from '@composed/contracts/composer';
import { composerVersion } from '@composed/contracts/composer';
import { parseReleaseManifest } from '@composed/contracts/release-manifest';
import { createHost, propsOf } from '../host';
import { isShown } from '../render-markup';
import type { ComposedParts, PageRoute } from '../site-parts';
import { findConflicts } from './compatibility';
import { renderDocument } from './document';
import { pinRemotes, scriptsOf, type ShownModule } from './pins';
import { inlineStyles, pinnedScript, scriptNamed, type Release } from './release-files';
import { renderPage } from './render-page';
import { rootFiles } from './root-files';

/** The modules that the host has a slot for and a release has. The slot of any other module is empty. */
function shownModules(ids: readonly string[], releases: ReadonlyMap<string, Release>) {
  return ids.flatMap((id): readonly ShownModule[] => {
    const [app = '', name = ''] = id.split('/');
    const release = releases.get(app);
    const expose = `./${name}`;
    if (!release || !Object.hasOwn(release.manifest.exposes, expose)) return [];
    return [{ id, app, expose, takes: release.manifest.takes[expose] ?? [], release }];
  });
}

/** @returns gives the modules of the pages that a page's markup leads to */
function createLinks(routes: readonly PageRoute[], basePath: string) {
  const remotes = new Map(routes.map(({ path, remotes = [] }) => [basePath + path, remotes]));
  return (markup: string) =>
    [...markup.matchAll(/ href="([^"#?]+)/g)].flatMap(([, href = '']) => remotes.get(href) ?? []);
}

/** Why releases must not go live. */
const refused = (violations: ReturnType<typeof findConflicts>) => ({ violations });

/** Whether a file that is written into a page would end its own element there, which no escape keeps. */
const endsElement = ({ text }: { readonly text: string }) => /<\/(?:style|script)|<!--/i.test(text);

/** The releases, their manifests parsed, and the modules that pages show of them; or why they do not fit together. */
function readReleases<Site, Route extends PageRoute>(
  input: ComposerInput,
  parts: ComposedParts<Site, Route>,
) {
  const releases = new Map(
    Object.entries(input.releases).map(([app, release]) => [
      app,
      { ...release, manifest: parseReleaseManifest(release.manifest) },
    ]),
  );
  const host = releases.get('host');
  if (!host) throw new Error('the host has no release');
  const manifests = [...releases.values()].map(({ manifest }) => manifest);
  const remotes = manifests.filter((manifest) => manifest !== host.manifest);
  const violations = findConflicts(host.manifest, remotes);
  const places = Object.keys(parts.remotes);
  const shown = shownModules(places, releases);
  const isThere = (id: string) => shown.some((module) => module.id === id);
  const { data, unread } = parts.readData(input.data);
  const facts = { basePath: input.basePath, data, isThere };
  const site = parts.createSite(facts);
  const offers = parts.offersOf(site);
  for (const { app, expose, takes } of shown) {
    const missing = takes.filter((offer) => !Object.hasOwn(offers, offer));
    if (missing.length === 0) continue;
    const notOffered = `${missing.join(', ')}, which host ${host.manifest.version} does not offer`;
    violations.push({ app, reason: `does not fit the others: ${expose} takes ${notOffered}` });
  }
  if (violations.length > 0) return refused(violations);
  return { host, facts, site, offers, shown, unread, empty: places.filter((id) => !isThere(id)) };
}

async function composePages<Site, Route extends PageRoute>(
  input: ComposerInput,
  parts: ComposedParts<Site, Route>,
) {
  const { announce, hash, settings } = input;
  const { siteUrl } = settings;
  const read = readReleases(input, parts);
  if ('violations' in read) return read;
  const { host, facts, site, shown, empty } = read;
  const { basePath, data } = facts;
  const signals = settings.signals
    ? { ...settings.signals, script: pinnedScript(host, 'signals') }
    : null;
  const bootstrapFile = scriptNamed(host, signals ? 'bootstrap-with-signals' : 'bootstrap');
  const bootstrap = { app: 'host', file: bootstrapFile, text: await host.readFile(bootstrapFile) };
  const hostStyles = await inlineStyles(host, '.');
  const pages: Record<string, string> = {};
  const {
    takePage = (address: string, html: string) => {
      pages[address] = html;
    },
  } = input;
  const addresses = new Set<string>();
  const routes = parts.routesOf(site);
  const linksIn = createLinks(routes, basePath);
  // A preview's overlay says of each part of its page which release that is.
  const pinning = { host: host.manifest.version, basePath, empty, isWhole: basePath !== '' };
  const recordOf = pinRemotes(shown, pinning);
  const remotes = [...new Set(shown.map(({ release }) => release.manifest))];
  const rendered = createHost(parts, facts);
  for (const route of routes) {
    const { path, search, isOfData } = route;
    announce(`could not render ${path}`);
    if (addresses.has(path)) throw new Error('two routes have this address');
    addresses.add(path);
    const service = parts.services.find((each) => `${path}/`.startsWith(`${each}/`));
    if (service) throw new Error(`services answer there (${service})`);
    const page = await renderPage(rendered, facts.isThere, path);
    if (!isShown(page.markup)) throw new Error('nothing was rendered');
    const mounted = shown.filter(({ id }) => page.mounted.includes(id));
    const ofRemotes = mounted.map(({ release, expose }) => inlineStyles(release, expose));
    const styles = [...hostStyles, ...(await Promise.all(ofRemotes)).flat()];
    const unfit = [bootstrap, ...styles].find(endsElement);
    if (unfit) {
      const reason = `${unfit.file} cannot stand in a page: it would end its own element`;
      return refused([{ app: unfit.app, reason }]);
    }
    const record = recordOf({
      mounted: mounted.map(({ id }) => id),
      next: () => [...(route.remotes ?? []), ...linksIn(page.markup)].filter(facts.isThere),
    });
    const calls = mounted.flatMap(({ release }) => release.manifest.calls);
    const html = renderDocument({
      address: path,
      markup: page.markup,
      head: parts.renderHead({ route, site, siteUrl, basePath }),
      indexable: search && search.indexable && input.indexable,
      styles,
      calls,
      record,
      data: calls.length > 0 || isOfData ? data : null,
      // A preview shows its review overlay, of which live pages hold nothing.
      scripts: [
        ...scriptsOf({ release: host, expose: '.' }),
        ...(basePath ? [pinnedScript(host, 'overlay')] : []),
      ],
      // A preview’s overlay runs from the start. A page without remotes has nothing to update.
      startOn: basePath ? 'paint' : mounted.length > 0 ? null : 'interaction',
      bootstrap: bootstrap.text,
      hash,
      signals,
      releases: [host.manifest, ...remotes.filter(({ app }) => app in record.remotes)],
    });
    takePage(path, html);
  }
  const indexable = routes
    .filter(({ search }) => search && search.indexable)
    .map(({ path }) => path);
  const files = rootFiles(
    Object.keys(host.manifest.files),
    { siteUrl, indexable: input.indexable },
    { indexable, closed: parts.closedToRobots },
  );
  return { pages, files, unread: [...read.unread], empty };
}

/** The composer of a site: every page of it as complete static HTML, from one release per app. */
export function createComposer<Site, Route extends PageRoute>(parts: ComposedParts<Site, Route>) {
  return {
    version: composerVersion,
    /** Says which modules the pages show, or why these releases do not fit together. */
    plan: async (input: ComposerInput) => {
      const read = readReleases(input, parts);
      if ('violations' in read) return read;
      const { shown, offers } = read;
      return {
        modules: shown.map(({ release: { manifest }, takes, ...module }) => {
          const { react } = manifest.brings ?? {};
          return { ...module, ...(react && { ownReact: react }), props: propsOf(offers, takes) };
        }),
      };
    },
    compose: (input: ComposerInput) => composePages(input, parts),
  };
}
