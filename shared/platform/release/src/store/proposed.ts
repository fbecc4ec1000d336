import { isDeepStrictEqual } from 'node:util';
import { UserError } from '@composed/command/errors';
import type { Deployment } from '@composed/compose/deployment';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { type Compressor, makeCopies, withCopies } from './compress';
import {
  type FoundRelease,
  listedFiles,
  manifestBytes,
  missingKeys,
  readManifest,
} from './releases';
import { cacheFiles } from './render-cache';
import { keys, type ReadableStore, type Store } from './store';

/* Stores as they would be with what is not in them yet: it is checked before anybody can reach it. */

/** Reads each file of a release once: whoever composes for each rollback asks for most of them again. */
function readingOnce(store: Store): ReadableStore['get'] {
  const reads = new Map<string, ReturnType<Store['get']>>();
  return (key) => {
    const read = reads.get(key) ?? store.get(key);
    reads.set(key, read);
    const forget = () => reads.delete(key);
    // Markup that is not there may be kept meanwhile.
    read.then((bytes) => bytes ?? forget(), forget);
    return read;
  };
}

/** A store as it would be with these files. */
export const withFiles = (
  store: ReadableStore,
  files: ReadonlyMap<string, Buffer>,
): ReadableStore => ({
  get: async (key) => files.get(key) ?? store.get(key),
  sizesOf: async (wanted) => {
    const sizes = new Map(await store.sizesOf(wanted.filter((key) => !files.has(key))));
    for (const key of wanted) {
      const bytes = files.get(key);
      if (bytes) sizes.set(key, bytes.byteLength);
    }
    return sizes;
  },
  list: async (prefix) => {
    const stored = (await store.list(prefix)).filter(({ key }) => !files.has(key));
    const added = [...files].filter(([key]) => key.startsWith(prefix));
    const modifiedAt = new Date();
    return [
      ...stored,
      ...added.map(([key, bytes]) => ({ key, bytes: bytes.byteLength, modifiedAt })),
    ];
  },
});

const contentOf = (manifest: ReleaseManifest) => ({ ...manifest, builtAt: '', revision: null });

/** @throws UserError where another content has the name of a release */
async function refuseTwin(store: Store, manifest: ReleaseManifest): Promise<void> {
  const { app, version } = manifest;
  const stored = await readManifest(store, app, version);
  if (!stored || isDeepStrictEqual(contentOf(stored), contentOf(manifest))) return;
  throw new UserError(`${app} ${version} is in the store already, with another content.`);
}

/**
 * A store as it would be with releases that are not uploaded yet.
 * @param live app → the version that is live
 */
export async function withReleases(
  { store, compress }: { readonly store: Store; readonly compress: Compressor },
  releases: Iterable<FoundRelease>,
  live: Readonly<Record<string, string>> = {},
): Promise<ReadableStore> {
  const added = new Map<string, Buffer>();
  for (const { manifest, files } of releases) {
    const missing = new Set(await missingKeys(store, manifest, live[manifest.app]));
    const all = [...listedFiles(manifest)].map(async ([name, { key }]) => {
      const bytes = withCopies(key).some((each) => missing.has(each)) && files.get(name);
      return bytes ? makeCopies(compress, key, bytes) : [];
    });
    const made = (await Promise.all(all)).flat();
    made.push([keys.manifest(manifest.app, manifest.version), manifestBytes(manifest)]);
    for (const [key, bytes] of made) if (missing.has(key)) added.set(key, bytes);
    if (!missing.has(keys.manifest(manifest.app, manifest.version)))
      await refuseTwin(store, manifest);
  }
  const reading: ReadableStore = {
    get: readingOnce(store),
    sizesOf: (wanted) => store.sizesOf(wanted),
    list: (prefix) => store.list(prefix),
  };
  return withFiles(reading, added);
}

/** A store as if it kept already what was rendered. */
export const withMarkup = (store: ReadableStore, rendered: Deployment['rendered']) =>
  withFiles(store, new Map(cacheFiles(rendered)));
