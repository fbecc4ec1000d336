import {
  composerVersion,
  type Composer,
  type ComposerInput,
  type ComposerOutput,
} from 'shared/contracts/composer';
import { parsePrices, type Prices } from 'shared/contracts/plans';
import { parseReleaseManifest, type ReleaseManifest } from 'shared/contracts/release-manifest';
import type { ReleaseRecord } from 'shared/contracts/release-record';
import type { RemoteId, RemoteProps } from 'shared/contracts/remotes';
import type { PageRoute } from '../routes';
import { findConflicts } from './compatibility';
import { renderDocument } from './document';
import {
  inlineStyles,
  pinned,
  pinnedScript,
  readBootstrap,
  Refused,
  type Release,
} from './release-files';
import { rootFiles } from './root-files';

export type ModuleProps = RemoteProps[RemoteId];

/** What every module and page is rendered with. */
export interface SiteData {
  readonly basePath: string;
  readonly prices: Prices | null;
}

/** What the host renders, and how. */
export interface Renderer {
  readonly routes: readonly Pick<PageRoute, 'path' | 'file' | 'indexable'>[];
  /** The shared packages, by request. */
  readonly provided: Readonly<Record<string, unknown>>;
  /** The props of every exposed module that some page shows, by federation id. */
  readonly moduleProps: (data: SiteData) => ReadonlyMap<string, ModuleProps>;
  /** Renders an exposed module by its federation id; one without a component is a fault. */
  readonly renderModule: (id: string, module: unknown, props: ModuleProps) => Promise<string>;
  /** Renders the page at an address under the base path. */
  readonly renderPage: (
    input: SiteData & {
      readonly path: string;
      /** Markup of the exposed modules by federation id. */
      readonly markups: Readonly<Record<string, string>>;
      /** Public origin of the site. */
      readonly siteUrl: string;
    },
  ) => Promise<{
    /** Title, description and what else a search engine or a link preview reads: elements of the head. */
    readonly head: string;
    /** Markup of #root. */
    readonly markup: string;
    /** Federation ids of the modules in it. */
    readonly mounted: readonly string[];
  }>;
}

/** Markup that shows a visitor something: text, or at least a picture or a field. */
function isShown(markup: string): boolean {
  return /<(?:svg|img|input)\b/.test(markup) || markup.replace(/<[^>]*>/g, '').trim() !== '';
}

function releaseOf(releases: ReadonlyMap<string, Release>, app: string, id: string): Release {
  const release = releases.get(app);
  if (release) return release;
  throw new Refused(
    'host',
    `does not fit the others: it shows ${id}, and there is no release of ${app}`,
  );
}

/** The exposed modules that some page shows. */
function shownModules(
  props: ReadonlyMap<string, ModuleProps>,
  host: Release,
  releases: ReadonlyMap<string, Release>,
) {
  return [...props].map(([id, given]) => {
    const [app = '', name = ''] = id.split('/');
    const release = releaseOf(releases, app, id);
    const expose = `./${name}`;
    if (!Object.hasOwn(release.manifest.exposes, expose)) {
      throw new Refused(
        app,
        `does not fit the others: it does not expose ${expose}, which host ${host.manifest.version} shows`,
      );
    }
    const missing = release.manifest.requiredProps?.[expose]?.filter((prop) => !(prop in given));
    if (missing && missing.length > 0) {
      throw new Refused(
        app,
        `does not fit the others: ${expose} requires ${missing.join(', ')}, which host ${host.manifest.version} does not give it; a new required prop is a new contract version, or goes live on record (--skip-types "<reason>")`,
      );
    }
    return { id, app, expose, props: given, release };
  });
}

type ShownModule = ReturnType<typeof shownModules>[number];

/** Renders each module, once. What no page shows is not even read, however much there is. */
async function renderModules(
  shown: readonly ShownModule[],
  renderer: Renderer,
  announce: ComposerInput['announce'],
): Promise<Record<string, string>> {
  const bundles = new Map<string, unknown>();
  const markups: Record<string, string> = {};
  for (const { id, app, expose, props, release } of shown) {
    announce({ app, what: 'could not be loaded' });
    if (!bundles.has(app)) bundles.set(app, await release.load(renderer.provided));
    const what = `could not render ${expose}`;
    announce({ app, what });
    const module: unknown = Reflect.get(Object(bundles.get(app)), expose.slice(2));
    const markup = await renderer.renderModule(id, module, props);
    if (!isShown(markup)) throw new Refused(app, `${what}: nothing was rendered`);
    markups[id] = markup;
  }
  return markups;
}

const scriptsOf = (manifest: ReleaseManifest, expose: string) =>
  (manifest.exposes[expose]?.scripts ?? []).map((file) => pinned(manifest, file));

function releaseRecord(
  host: ReleaseManifest,
  basePath: string,
  shown: readonly ShownModule[],
  mounted: readonly ShownModule[],
): ReleaseRecord {
  const remotes = new Map(shown.map(({ app, release }) => [app, release.manifest]));
  return {
    host: host.version,
    basePath,
    preloads: mounted.flatMap(({ release: { manifest }, expose }) => scriptsOf(manifest, expose)),
    later: Object.fromEntries(
      shown
        .filter((module) => !mounted.includes(module))
        .map(({ id, release: { manifest }, expose }) => [id, scriptsOf(manifest, expose)]),
    ),
    remotes: Object.fromEntries(
      [...remotes].map(([app, manifest]) => {
        const { src: entry, integrity } = pinned(manifest, manifest.entry);
        const styles = new Set(
          Object.values(manifest.exposes).flatMap((entries) => entries.styles),
        );
        return [
          app,
          {
            version: manifest.version,
            entry,
            integrity,
            styles: [...styles].map((file) => {
              const { src: href, integrity: hash } = pinned(manifest, file);
              return { href, integrity: hash };
            }),
          },
        ];
      }),
    ),
  };
}

async function composePages(
  input: ComposerInput,
  renderer: Renderer,
  releases: ReadonlyMap<string, Release>,
) {
  const { basePath, announce, settings } = input;
  const prices = parsePrices(input.prices);
  const host = releaseOf(releases, 'host', 'every page');
  const props = renderer.moduleProps({ basePath, prices });
  const shown = shownModules(props, host, releases);
  const signals = settings.signals
    ? { ...settings.signals, script: pinnedScript(host, 'signals') }
    : null;
  const bootstrap = await readBootstrap(host, signals !== null);
  const hostStyles = await inlineStyles(host, '.');
  const markups = await renderModules(shown, renderer, announce);
  const pages: Record<string, { text: string } | { file: string }> = {};
  for (const { path, file, indexable } of renderer.routes) {
    const what = `could not render ${path}`;
    announce({ app: 'host', what });
    const page = await renderer.renderPage({ path, basePath, markups, prices, ...settings });
    if (!isShown(page.markup)) throw new Refused('host', `${what}: nothing was rendered`);
    const mounted = shown.filter(({ id }) => page.mounted.includes(id));
    const styles = mounted.map(({ release, expose }) => inlineStyles(release, expose));
    const calls = mounted.flatMap(({ release }) => release.manifest.calls);
    const text = await renderDocument({
      file,
      head: page.head,
      markup: page.markup,
      indexable: indexable && input.indexable,
      styles: [...hostStyles, ...(await Promise.all(styles)).flat()],
      calls,
      record: releaseRecord(host.manifest, basePath, shown, mounted),
      prices: calls.length > 0 ? prices : null,
      // A preview shows its review overlay, of which live pages hold nothing.
      scripts: [
        ...scriptsOf(host.manifest, '.'),
        ...(basePath ? [pinnedScript(host, 'overlay')] : []),
      ],
      // A preview's overlay looks at every page from the start.
      onInteraction: mounted.length === 0 && basePath === '',
      bootstrap,
      signals,
      trustedTypes: ['remote-entries', 'host', ...new Set(shown.map(({ app }) => app))],
    });
    pages[file] = { text };
  }
  const indexablePaths = renderer.routes.flatMap(({ path, indexable }) => (indexable ? path : []));
  const facts = { ...settings, indexable: input.indexable };
  return { ...pages, ...rootFiles(Object.keys(host.manifest.files), facts, indexablePaths) };
}

/** The composer of this host: every page of the site as complete static HTML, from one release per app. */
export function createComposer(renderer: Renderer): Composer {
  const compose = async (input: ComposerInput): Promise<ComposerOutput> => {
    const releases = new Map(
      Object.entries(input.releases).map(([app, release]) => [
        app,
        { ...release, manifest: parseReleaseManifest(release.manifest) },
      ]),
    );
    const { host, ...remotes } = Object.fromEntries(releases);
    const manifests = Object.values(remotes).map(({ manifest }) => manifest);
    const violations = host ? findConflicts(host.manifest, manifests) : [];
    if (violations.length > 0) return { violations };
    try {
      return { pages: await composePages(input, renderer, releases) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { violations: [{ app: error.app, reason: error.reason }] };
    }
  };
  return { version: composerVersion, compose };
}
