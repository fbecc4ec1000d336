import { createHash } from 'node:crypto';
import * as v from 'valibot';

const sha384 = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const fileName = v.pipe(v.string(), v.regex(/^(?!\/)(?!.*\.\.)[\w./-]+$/));

/** One immutable file. `bytes` is the uncompressed size; `integrity` is in SRI form. */
const fileRecord = v.object({ bytes: v.number(), integrity: sha384 });

/** What a page needs for one entrance into an app, in the order of loading. */
const entrance = v.object({ scripts: v.array(fileName), styles: v.array(fileName) });

const releaseManifest = v.object({
  app: v.string(),
  /** Derived from the content of every file and of this document without `builtAt` and `revision`. */
  version: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  /** `contractVersion` of shared/contracts/remotes that the app was built against. */
  contract: v.number(),
  /** The script that starts the app: the container of a remote, the main script of the host. */
  entry: fileName,
  /** Browser files by name; served at /assets/<app>/<name>. Names carry a hash of their content. */
  files: v.record(fileName, fileRecord),
  /** The rendering bundle, kept beside this document as server.cjs. Not public. */
  server: fileRecord,
  /** Federation expose key ('./PricingSection') → what it needs; the host has the one key '.'. */
  exposes: v.record(v.string(), entrance),
  /** Root-relative GET calls that the app makes as soon as it stands in a page. */
  calls: v.array(v.string()),
  /** Shared packages: what the host provides (exact versions), what a remote requires (ranges). */
  shared: v.record(v.string(), v.string()),
  /** ISO 8601, UTC. */
  builtAt: v.string(),
  /** Source revision, or null outside a checkout. */
  revision: v.nullable(v.string()),
});

/** `release.json`: one immutable build of one app. */
export type ReleaseManifest = v.InferOutput<typeof releaseManifest>;
export type FileRecord = v.InferOutput<typeof fileRecord>;

/** What a version says: everything but where and when the same content was built. */
export type ReleaseContent = Omit<ReleaseManifest, 'version' | 'builtAt' | 'revision'>;

/** The version of some content: the same content has the same one, on any machine. */
export function versionOf(content: ReleaseContent): string {
  const { app, contract, entry, files, server, exposes, calls, shared } = content;
  const text = JSON.stringify({ app, contract, entry, files, server, exposes, calls, shared });
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** @throws ValiError when the text is not a release manifest */
export function parseReleaseManifest(json: string): ReleaseManifest {
  return v.parse(releaseManifest, JSON.parse(json));
}
