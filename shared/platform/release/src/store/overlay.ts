import { isDeepStrictEqual } from 'node:util';
import { UserError } from '@composed/command/errors';
import type { Deployment } from '@composed/compose/deployment';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import type { Compressor } from './compress';
import { readReleaseFiles, type FoundRelease, findMissingKeys, readManifest } from './releases';
import { createCacheFile } from './render-cache';
import { keys, type ReadableStore, type Store } from './store';

/* Stores with new files in memory on top, so that the files can be checked before anybody gets them. */

/** Returns a `get` that reads each file once, since composing for each rollback reads most files again. */
function createCachedGet(store: Store): ReadableStore['get'] {
  const reads = new Map<string, ReturnType<Store['get']>>();
  return (key) => {
    const promise = reads.get(key) ?? store.get(key);
    reads.set(key, promise);
    const forget = () => reads.delete(key);
    // A missing file is read again next time, since markup may be cached later.
    promise.then((bytes) => bytes ?? forget(), forget);
    return promise;
  };
}

/** Returns a store with these files on top. */
const overlayFiles = (store: ReadableStore, files: ReadonlyMap<string, Buffer>): ReadableStore => ({
  get: async (key) => files.get(key) ?? store.get(key),
  sizesOf: async (objectKeys) => {
    const sizes = new Map(await store.sizesOf(objectKeys.filter((key) => !files.has(key))));
    for (const key of objectKeys) {
      const bytes = files.get(key);
      if (bytes) sizes.set(key, bytes.byteLength);
    }
    return sizes;
  },
  list: async (prefix) => {
    const storedObjects = (await store.list(prefix)).filter(({ key }) => !files.has(key));
    const addedFiles = [...files].filter(([key]) => key.startsWith(prefix));
    const modifiedAt = new Date();
    return [
      ...storedObjects,
      ...addedFiles.map(([key, bytes]) => ({ key, bytes: bytes.byteLength, modifiedAt })),
    ];
  },
});

const contentOf = (manifest: ReleaseManifest) => ({ ...manifest, builtAt: '', commit: null });

/** @throws UserError if the store has a release of the same version with other content */
async function requireSameContent(store: Store, manifest: ReleaseManifest): Promise<void> {
  const { app, version } = manifest;
  const storedManifest = await readManifest(store, app, version);
  if (!storedManifest || isDeepStrictEqual(contentOf(storedManifest), contentOf(manifest))) return;
  throw new UserError(`${app} ${version} is in the store already, with another content.`);
}

/**
 * Returns a store with releases on top that have not been uploaded yet.
 * @param live app → live version
 */
export async function overlayReleases(
  { store, compress }: { readonly store: Store; readonly compress: Compressor },
  releases: Iterable<FoundRelease>,
  live: Readonly<Record<string, string>> = {},
): Promise<ReadableStore> {
  const addedFiles = new Map<string, Buffer>();
  for (const release of releases) {
    const { manifest } = release;
    const missingKeys = new Set(await findMissingKeys(store, manifest, live[manifest.app]));
    for (const [key, bytes] of await readReleaseFiles(compress, release, missingKeys))
      addedFiles.set(key, bytes);
    if (!missingKeys.has(keys.manifest(manifest.app, manifest.version)))
      await requireSameContent(store, manifest);
  }
  const cachedStore: ReadableStore = {
    get: createCachedGet(store),
    sizesOf: (objectKeys) => store.sizesOf(objectKeys),
    list: (prefix) => store.list(prefix),
  };
  return overlayFiles(cachedStore, addedFiles);
}

/** Returns a store with this markup in its render cache. */
export const overlayMarkup = (store: ReadableStore, entries: Deployment['newCacheEntries']) =>
  overlayFiles(store, new Map(entries.map(createCacheFile)));
