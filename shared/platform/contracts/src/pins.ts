import * as v from 'valibot';
import type { ReleaseManifest } from './release-manifest';
import { remoteGlobal } from './remote-names';

const script = v.object({ src: v.string(), integrity: v.string() });
const names = v.record(v.string(), v.literal(true));

/** The part of a module's entry in its manifest that a page needs. */
const pinnedModule = v.object({
  /** Names of the host’s props that it takes. */
  props: v.exactOptional(names),
  /**
   * Its scripts, if it is not in this page. For ES modules always, with imports before the modules that import them.
   */
  scripts: v.exactOptional(v.array(script)),
  /** On the page of a dev server alone, which is not composed: its parts, and the slots that it opens or fills. */
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
  /** Address of the container script. Remotes of ES modules share one of the host. */
  entry: v.string(),
  /** The global of its container. */
  global: v.string(),
  /** SRI of the entry; absent only for a dev server, whose bytes change with every edit. */
  integrity: v.optional(v.string()),
  /** Its modules by federation expose key. */
  exposes: v.record(v.string(), pinnedModule),
  /** The rows of pages that it brings. */
  pages: v.optional(v.array(pinnedRow)),
  /** Style sheets that must be in the page before the remote's first insertion. */
  styles: v.optional(v.array(v.object({ href: v.string(), integrity: v.string() })), []),
  /** Packages that render it in place of the host's React: name → version. */
  brings: v.optional(v.record(v.string(), v.string())),
});

const pins = v.object({
  host: v.string(),
  /** Scripts that the remotes in this page load; a dev server's page lists none. */
  preloads: v.optional(v.array(script), []),
  /** '' on the live site, '/preview/<name>' in a preview. */
  basePath: v.string(),
  remotes: v.record(v.string(), remotePins),
  /** All modules that may stand inside a module, at any depth, by its federation id. Absent on a site without any. */
  parts: v.exactOptional(v.record(v.string(), v.array(v.string()))),
  /** The modules in each open slot, in their order, by name of the slot. */
  slots: v.exactOptional(v.record(v.string(), v.array(v.string()))),
  /**
   * Modules without a release. Present if the page pins only a part of the site's modules: all others then have a
   * release.
   */
  empty: v.exactOptional(v.array(v.string())),
});

/** The pins of a page: JSON in the page, which the host reads before it loads anything. */
export type Pins = v.InferOutput<typeof pins>;
/** The pins of one remote. */
export type RemotePins = v.InferOutput<typeof remotePins>;
/** The pins of one module. */
export type PinnedModule = v.InferOutput<typeof pinnedModule>;

/** @throws Error when the text is no pins, without which the host cannot start */
export function parsePins(json: string): Pins {
  const parsed = v.safeParse(pins, JSON.parse(json));
  if (parsed.success) return parsed.output;
  throw new Error(`The pins cannot be read: ${parsed.issues[0].message}`);
}

/**
 * The pins of a remote.
 * @param modules its modules that the page pins
 * @param pin gives the public path and the hash of a file of its release
 * @param container the script with its container, if its release has none
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
  // This order saves 37 bytes in a page: `preloads` has the same entry before the same hash.
  return {
    exposes: modules,
    entry: src,
    integrity,
    styles,
    global: global ?? remoteGlobal(app),
    version,
    brings,
    pages: rows.length > 0 ? rows : undefined,
  };
}
