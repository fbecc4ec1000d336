import * as v from 'valibot';
import type { ReleaseManifest } from './release-manifest';
import { remoteGlobal } from './remote-names';

const script = v.object({ src: v.string(), integrity: v.string() });
const names = v.record(v.string(), v.literal(true));

/** The part of a module's entry in the manifest that a page needs. */
const pinnedModule = v.object({
  /** Names of the host's props that the module takes. */
  props: v.exactOptional(names),
  /**
   * The module's scripts, if this page does not show the module. Always present for ES modules, with imports before the
   * modules that import them.
   */
  scripts: v.exactOptional(v.array(script)),
  /** Only on a dev server, whose pages are not composed: the module's parts, and the slots that it opens or fills. */
  parts: v.exactOptional(names),
  opens: v.exactOptional(names),
  slot: v.exactOptional(v.string()),
});

/** The part of a row of pages that a page needs. */
const pinnedRow = v.object({
  path: v.string(),
  module: v.string(),
  title: v.string(),
  data: v.exactOptional(v.string()),
  lang: v.exactOptional(v.string()),
  dir: v.exactOptional(v.picklist(['ltr', 'rtl'])),
});

const remotePins = v.object({
  version: v.string(),
  /** Address of the container script. All remotes of ES modules share a script of the host. */
  entry: v.string(),
  /** Name of the global variable that holds the container. */
  global: v.string(),
  /** SRI of the entry; absent only for a dev server, whose bytes change with every edit. */
  integrity: v.exactOptional(v.string()),
  /** The remote's modules by federation expose key. */
  exposes: v.record(v.string(), pinnedModule),
  /** The rows of pages that the remote brings. */
  pages: v.exactOptional(v.array(pinnedRow)),
  /** Style sheets that must be in the page before the remote renders anything. */
  styles: v.exactOptional(v.array(v.object({ href: v.string(), integrity: v.string() })), []),
  /** Packages that render it in place of the host's React: name → version. */
  brings: v.exactOptional(v.record(v.string(), v.string())),
});

const pins = v.object({
  host: v.string(),
  /** Scripts that the remotes in this page load. A dev server lists none. */
  preloads: v.exactOptional(v.array(script), []),
  /** '' on the live site, '/preview/<name>' in a preview. */
  basePath: v.string(),
  remotes: v.record(v.string(), remotePins),
  /** Federation id of a module → all modules that may stand inside it, at any depth. Absent if the site has no parts. */
  parts: v.exactOptional(v.record(v.string(), v.array(v.string()))),
  /** Name of an open slot → the modules in it, in their order. */
  slots: v.exactOptional(v.record(v.string(), v.array(v.string()))),
  /**
   * Modules without a release; all others have one. Present only if the page does not pin all of the site's modules.
   */
  empty: v.exactOptional(v.array(v.string())),
});

/** The pins of a page, which are JSON in the page. The host reads them before it loads anything. */
export type Pins = v.InferOutput<typeof pins>;
export type RemotePins = v.InferOutput<typeof remotePins>;
export type PinnedModule = v.InferOutput<typeof pinnedModule>;

/** @throws Error if the text is not valid pins */
export function parsePins(json: string): Pins {
  const parsed = v.safeParse(pins, JSON.parse(json));
  if (parsed.success) return parsed.output;
  throw new Error(`The pins cannot be read: ${parsed.issues[0].message}`);
}

/**
 * Returns the pins of a remote.
 * @param modules the remote's modules that the page pins
 * @param pin returns the public path and the hash of a file of the release
 * @param container the script that creates the remote's container; by default the release's own entry
 */
export function pinRemote(
  { app, version, entry, global, exposes, brings, pages = [] }: ReleaseManifest,
  modules: RemotePins['exposes'],
  pin: (file: string) => v.InferOutput<typeof script>,
  container = pin(entry),
): RemotePins {
  const { src, integrity } = container;
  const files = new Set(Object.values(exposes).flatMap(({ styles }) => styles));
  const styles = [...files].map((file) => {
    const style = pin(file);
    return { href: style.src, integrity: style.integrity };
  });
  const rows = pages.map((row) => v.parse(pinnedRow, row));
  // The order saves 37 compressed bytes per page: `preloads` also has the entry directly before its hash.
  return {
    exposes: modules,
    entry: src,
    integrity,
    styles,
    global: global ?? remoteGlobal(app),
    version,
    ...(brings && { brings }),
    ...(rows.length > 0 && { pages: rows }),
  };
}
