import * as v from 'valibot';

const integrity = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const fileName = v.pipe(v.string(), v.regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/));

/** An address on the site itself, which no other site can be meant by. */
export const sitePath = v.pipe(
  v.string(),
  v.regex(/^(?:\/[\w-][\w.-]*)+$/, 'must be a path of this site'),
);

/** One immutable file. `bytes` is the uncompressed size; `integrity` is in SRI form. */
const fileRecord = v.object({ bytes: v.number(), integrity });

/** What a page needs for one entry point into an app, in the order of loading. */
const entryPoint = v.object({ scripts: v.array(fileName), styles: v.array(fileName) });

const entries = {
  app: v.string(),
  /** Derived from the content of every file and of this document without `builtAt` and `revision`. */
  version: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  /** The version of its contract (./remotes) that the app was built against. */
  contract: v.number(),
  /** Of the host: remote → version of the contract that it keeps. Older hosts have one for all, `contract`. */
  contracts: v.optional(v.record(v.string(), v.number())),
  /** The script that starts the app: the container of a remote, the main script of the host. */
  entry: fileName,
  /** Browser files by name; served at /assets/<app>/<name>. Names carry a hash of their content. */
  files: v.record(fileName, fileRecord),
  /** The rendering bundle, kept beside this document as server.cjs. Not public. */
  server: fileRecord,
  /**
   * A script of `files`, or server.cjs → its source map, kept beside this document as maps/<script>.map. Never
   * public. Older builds have none, and what stands in pages has none.
   */
  maps: v.optional(v.record(fileName, fileRecord)),
  /** Federation expose key ('./PricingSection') → what it needs; the host has the one key '.'. */
  exposes: v.record(v.string(), entryPoint),
  /** Federation expose key → props that the module cannot do without; older builds do not say. */
  requiredProps: v.optional(v.record(v.string(), v.array(v.string()))),
  /** Root-relative GET calls that the app makes as soon as it is hydrated. */
  calls: v.array(sitePath),
  /** Shared packages: what the host provides (exact versions), what a remote requires (ranges). */
  shared: v.record(v.string(), v.string()),
  /** ISO 8601, UTC. */
  builtAt: v.string(),
  /** Source revision, or null outside a checkout. */
  revision: v.nullable(v.string()),
};

/** `release.json`: one immutable build of one app. */
export type ReleaseManifest = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;
export type FileRecord = v.InferOutput<typeof fileRecord>;

/**
 * Keeps fields that it does not know: the composer of a newer host reads them, also when an older
 * checkout publishes.
 */
const releaseManifest: v.GenericSchema<unknown, ReleaseManifest> = v.looseObject(entries);

/** @throws ValiError when the text is not a release manifest */
export function parseReleaseManifest(json: string): ReleaseManifest {
  return v.parse(releaseManifest, JSON.parse(json));
}
