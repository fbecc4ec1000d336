import { ReleaseError } from '@composed/command/errors';
import { messageOf } from '@composed/command/format';
import { type Compressor, makeCopies, listWithCopies } from './compress';
import { integrityOf } from '@composed/apps/integrity';
import { listModuleSizes, readStats } from '@composed/apps/webpack-stats';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import {
  type ListedFile,
  releaseManifest,
  type ReleaseManifest,
} from '@composed/contracts/release-manifest';
import { formatDocument, parseDocument } from './documents';
import { createCacheKey, readCachedMarkup } from './render-cache';
import { keys, type ReadableStore, type Store, type StoredObject } from './store';

/** A release that was read from a folder. */
export interface FoundRelease {
  readonly manifest: ReleaseManifest;
  /** Path in the folder of the release → bytes. Has at least the files of `listFiles`. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** A release to publish. */
export interface BuiltRelease extends FoundRelease {
  /** The folder of a build of this checkout, with its statistics; null for a release from elsewhere. */
  readonly folder: string | null;
  /** Whether the release was never published, so that its pages have to be tested in a browser. */
  readonly isUntested: boolean;
}

/** Reads the modules of a build from webpack's statistics beside its release.json; none if there are no statistics. */
export async function readBundledModules({ folder, manifest: { app } }: BuiltRelease) {
  const stats = folder === null ? null : await readStats(app, folder).catch(() => null);
  return stats ? listModuleSizes(stats, getRepositoryRoot()) : [];
}

/** Returns every file of a release by its path in the release's folder, with its key in the store. */
export function listFiles(manifest: ReleaseManifest) {
  const { app, version, files, maps, server, renderer } = manifest;
  const within = (name: string, file: ListedFile) =>
    [name, { ...file, key: keys.within(app, version, name) }] as const;
  const browser = Object.entries(files).map(
    ([name, file]) => [`browser/${name}`, { ...file, key: keys.asset(app, name) }] as const,
  );
  const others = Object.entries(maps).map(([name, file]) => within(`maps/${name}.map`, file));
  const hostFiles = renderer ? [within('renderer.cjs', renderer)] : [];
  return new Map([within('server.cjs', server), ...hostFiles, ...browser, ...others]);
}

/** Returns every key of a release. The last is release.json, with which the release counts as stored. */
export function listKeys(manifest: ReleaseManifest): string[] {
  const files = [...listFiles(manifest).values()].flatMap(({ key }) => listWithCopies(key));
  return [...files, keys.manifest(manifest.app, manifest.version)];
}

/** Reads the manifest of the live release if the store checks its files itself; null if they have to be checked. */
export async function readTrustedManifest(store: Store, app: string, live: string | undefined) {
  return store.checksItself && live !== undefined ? readManifest(store, app, live) : null;
}

/**
 * Returns the keys of a release that the store lacks. Keys in a store that checks itself are not looked up, so some may
 * be put again, which is harmless.
 * @param live the live version of the app
 */
export async function findMissingKeys(store: Store, manifest: ReleaseManifest, live?: string) {
  const trustedManifest = await readTrustedManifest(store, manifest.app, live);
  const objectKeys = listKeys(manifest);
  const storedKeys = new Set(
    trustedManifest ? listKeys(trustedManifest) : (await store.sizesOf(objectKeys)).keys(),
  );
  return objectKeys.filter((key) => !storedKeys.has(key));
}

/** @throws ReleaseError if the bytes are not a manifest that this version of the platform reads */
export function parseManifest(app: string, version: string, bytes: Buffer) {
  try {
    return parseDocument(releaseManifest, keys.manifest(app, version), bytes);
  } catch (error) {
    const reason = `${messageOf(error)} Or another version of the platform wrote it: publish ${app} anew.`;
    throw new ReleaseError({ app, version, reason });
  }
}

/** @returns null if the manifest, which is written last, is not in the store */
export async function readManifest(store: ReadableStore, app: string, version: string) {
  const bytes = await store.get(keys.manifest(app, version));
  return bytes && parseManifest(app, version, bytes);
}

/** Returns app and version of every release whose manifest is among the objects. */
export function findReleases(objects: readonly Pick<StoredObject, 'key'>[]) {
  return objects.flatMap(({ key }) => {
    const [, app = '', version = ''] =
      /^releases\/([^/]+)\/([^/]+)\/release\.json$/.exec(key) ?? [];
    return version === '' ? [] : [{ app, version }];
  });
}

/** Returns the wanted files of a release by key: those in the manifest, their compressed copies, and release.json. */
export async function readReleaseFiles(
  compress: Compressor,
  { manifest, files }: FoundRelease,
  wantedKeys: ReadonlySet<string>,
): Promise<(readonly [key: string, bytes: Buffer])[]> {
  const copies = [...listFiles(manifest)].map(async ([name, { key }]) => {
    const bytes = listWithCopies(key).some((each) => wantedKeys.has(each)) && files.get(name);
    return bytes ? makeCopies(compress, key, bytes) : [];
  });
  const key = keys.manifest(manifest.app, manifest.version);
  const document = Buffer.from(formatDocument(releaseManifest, key, manifest));
  const releaseFiles = [...(await Promise.all(copies)).flat(), [key, document] as const];
  return releaseFiles.filter(([each]) => wantedKeys.has(each));
}

/**
 * Stores the given keys of a release, release.json last.
 * @throws Error if the store has other bytes for one of them
 */
export async function uploadRelease(
  { store, compress }: { readonly store: Store; readonly compress: Compressor },
  release: FoundRelease,
  wantedKeys: ReadonlySet<string>,
): Promise<void> {
  const { app, version } = release.manifest;
  const { [keys.manifest(app, version)]: document, ...files } = Object.fromEntries(
    await readReleaseFiles(compress, release, wantedKeys),
  );
  const put = ([key, bytes]: [string, Buffer]) => store.putImmutable(key, bytes);
  await Promise.all(Object.entries(files).map(put));
  if (document) await put([keys.manifest(app, version), document]);
}

/**
 * Loads a release from the store for `compose`. Each file is checked against its hash when it is read.
 * @throws ReleaseError if the release is missing or damaged; so do the functions that read its files
 */
export async function loadRelease(store: ReadableStore, app: string, version: string) {
  const refuse = (reason: string) => new ReleaseError({ app, version, reason });
  const manifest = await readManifest(store, app, version);
  if (!manifest) throw refuse('the release is not in the store');
  const filesByName = listFiles(manifest);
  const readText = async (name: string) => (await readListed(name)).toString('utf8');
  const readListed = async (name: string) => {
    const file = filesByName.get(name);
    if (!file) throw refuse(`its release.json names no file ${name}`);
    const bytes = await store.get(file.key);
    if (!bytes) throw refuse(`${file.key} is missing from the store`);
    if (integrityOf(bytes) !== file.integrity) throw refuse(`${file.key} does not match its hash`);
    return bytes;
  };
  return {
    manifest,
    readGuestBundle: () => readText('server.cjs'),
    readRenderer: () => readText('renderer.cjs'),
    readFile: (name: string) => readListed(`browser/${name}`),
    readCachedMarkup: (name: string) => readCachedMarkup(store, createCacheKey(app, version, name)),
    /** @param name the name of a script, `server.cjs` or `renderer.cjs` */
    readMap: (name: string) => readListed(`maps/${name}.map`),
  };
}
