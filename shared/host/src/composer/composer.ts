import type { ComposerInput } from '@composed/contracts/composer';
import { composerVersion } from '@composed/contracts/composer';
import { parseReleaseManifest } from '@composed/contracts/release-manifest';
import { createHost, propsOf } from '../host';
import { isShown } from '../render-markup';
import type { ComposedParts, PageRoute } from '../site-parts';
import { findConflicts } from './compatibility';
import { renderDocument } from './document';
import { pinRemotes, scriptsOf, type ShownModule } from './pins';
import {
  inlineStyles,
  pinnedScript,
  readBootstrap,
  Refused,
  refused,
  type Release,
} from './release-files';
import { renderPage } from './render-page';
import { rootFiles } from './root-files';

const misfit = 'does not fit the others';

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

/** The releases, their manifests parsed, and the modules that pages show of them. */
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
  if (!host) throw refused('host', `${misfit}: it has no release`);
  const manifests = [...releases.values()].map(({ manifest }) => manifest);
  const remotes = manifests.filter((manifest) => manifest !== host.manifest);
  const conflicts = findConflicts(host.manifest, remotes);
  if (conflicts.length > 0) throw new Refused(conflicts);
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
    throw refused(app, `${misfit}: ${expose} takes ${notOffered}`);
  }
  return { host, facts, site, offers, shown, unread, empty: places.filter((id) => !isThere(id)) };
}

async function composePages<Site, Route extends PageRoute>(
  input: ComposerInput,
  parts: ComposedParts<Site, Route>,
) {
  const { announce, hash, settings } = input;
  const { siteUrl } = settings;
  const read = readReleases(input, parts);
  const { host, facts, site, shown, empty } = read;
  const { basePath, data } = facts;
  const signals = settings.signals
    ? { ...settings.signals, script: pinnedScript(host, 'signals') }
    : null;
  const bootstrap = await readBootstrap(host, signals !== null);
  const hostStyles = await inlineStyles(host, '.');
  const pages: Record<string, string> = {};
  const routes = parts.routesOf(site);
  const linksIn = createLinks(routes, basePath);
  // A preview's overlay says of each part of its page which release that is.
  const pinning = { host: host.manifest.version, basePath, empty, isWhole: basePath !== '' };
  const pins = pinRemotes(shown, pinning, hash);
  const rendered = createHost(parts, facts);
  for (const route of routes) {
    const { path, search, isOfData } = route;
    const what = `could not render ${path}`;
    if (path in pages) throw refused('host', `two of its routes have the address ${path}`);
    const service = parts.services.find((each) => `${path}/`.startsWith(`${each}/`));
    if (service)
      throw refused('host', `it has a page at ${path}, where services answer (${service})`);
    announce(what);
    const page = await renderPage(rendered, facts.isThere, path);
    if (!isShown(page.markup)) throw refused('host', `${what}: nothing was rendered`);
    const mounted = shown.filter(({ id }) => page.mounted.includes(id));
    const styles = mounted.map(({ release, expose }) => inlineStyles(release, expose));
    const calls = mounted.flatMap(({ release }) => release.manifest.calls);
    pages[path] = renderDocument({
      address: path,
      markup: page.markup,
      head: parts.renderHead({ route, site, siteUrl, basePath }),
      indexable: search && search.indexable && input.indexable,
      styles: [...hostStyles, ...(await Promise.all(styles)).flat()],
      calls,
      record: pins.recordOf({
        mounted: mounted.map(({ id }) => id),
        next: () => linksIn(page.markup).filter(facts.isThere),
      }),
      data: calls.length > 0 || isOfData ? data : null,
      // A preview shows its review overlay, of which live pages hold nothing.
      scripts: [
        ...scriptsOf({ release: host, expose: '.' }),
        ...(basePath ? [pinnedScript(host, 'overlay')] : []),
      ],
      // A preview’s overlay runs from the start. A page without remotes has nothing to update.
      startOn: basePath ? 'paint' : mounted.length > 0 ? null : 'interaction',
      bootstrap,
      hash,
      signals,
      remotes: [...new Set(shown.map(({ release }) => release.manifest))],
    });
  }
  const indexable = routes
    .filter(({ search }) => search && search.indexable)
    .map(({ path }) => path);
  const files = rootFiles(
    Object.keys(host.manifest.files),
    { siteUrl, indexable: input.indexable },
    { indexable, closed: parts.closedToRobots },
  );
  const { text } = pins;
  return {
    pages,
    files,
    unread: [...read.unread],
    empty,
    ...(text === undefined ? {} : { pins: text }),
  };
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

/** The composer of a site: every page of it as complete static HTML, from one release per app. */
export function createComposer<Site, Route extends PageRoute>(parts: ComposedParts<Site, Route>) {
  return {
    version: composerVersion,
    /** Says which modules the pages show, or why these releases do not fit together. */
    plan: (input: ComposerInput) =>
      orViolations(() => {
        const { shown, offers } = readReleases(input, parts);
        return {
          modules: shown.map(({ release: { manifest }, takes, ...module }) => {
            const { react } = manifest.brings ?? {};
            return { ...module, ...(react && { ownReact: react }), props: propsOf(offers, takes) };
          }),
        };
      }),
    compose: (input: ComposerInput) => orViolations(() => composePages(input, parts)),
  };
}
