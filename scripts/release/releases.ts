import { CompositionRefused, type ComposableRelease } from '../compose/composition';
import { type BuiltRelease, readBrowserFile, readServerBundle } from './built-release';
import { type Compressor, encodings, isText } from './compress';
import { integrityOf } from '../build/integrity';
import {
  parseReleaseManifest,
  type FileRecord,
  type ReleaseManifest,
} from 'shared/contracts/release-manifest';
import { KeyTaken, keys, type Store } from './stores/store';

/** Public keys of a release: its browser files and their compressed copies. */
export function assetKeys(manifest: ReleaseManifest): string[] {
  return Object.keys(manifest.files).flatMap((name) => {
    const key = keys.asset(manifest.app, name);
    return isText(name) ? [key, ...encodings.map((encoding) => `${key}.${encoding}`)] : [key];
  });
}

/** Every key of a release, release.json last: a release is in the store when that one is. */
export function releaseKeys(manifest: ReleaseManifest): string[] {
  const { app, version } = manifest;
  return [...assetKeys(manifest), keys.server(app, version), keys.manifest(app, version)];
}

/** The keys of a release that the store does not have yet. */
export async function missingKeys(store: Store, manifest: ReleaseManifest): Promise<string[]> {
  const { app, version } = manifest;
  const lists = await Promise.all([
    store.list(`assets/${app}/`),
    store.list(`releases/${app}/${version}/`),
  ]);
  const stored = new Set(lists.flat().map(({ key }) => key));
  return releaseKeys(manifest).filter((key) => !stored.has(key));
}

/** @returns null when the release is not (whole) in the store */
export async function readManifest(
  store: Store,
  app: string,
  version: string,
): Promise<ReleaseManifest | null> {
  const bytes = await store.get(keys.manifest(app, version));
  if (!bytes) return null;
  try {
    return parseReleaseManifest(bytes.toString('utf8'));
  } catch {
    throw new Error(`${keys.manifest(app, version)} in the store is damaged.`);
  }
}

/** App and version of every release in the store, or of every one of one app. */
export async function listReleases(
  store: Store,
  app?: string,
): Promise<{ app: string; version: string }[]> {
  const objects = await store.list(app === undefined ? 'releases/' : `releases/${app}/`);
  return objects.flatMap(({ key }) => {
    const [, name, version, file] = key.split('/');
    return name && version && file === 'release.json' ? [{ app: name, version }] : [];
  });
}

/**
 * Puts the given keys of a built release into the store, release.json last.
 * @throws Error when a built file is damaged, KeyTaken when the store holds other bytes
 */
export async function uploadRelease(
  store: Store,
  compress: Compressor,
  built: BuiltRelease,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const { manifest } = built;
  const files = Object.entries(manifest.files).map(async ([name, record]) => {
    const key = keys.asset(manifest.app, name);
    const copies = encodings.filter((encoding) => wanted.has(`${key}.${encoding}`));
    if (!wanted.has(key) && copies.length === 0) return;
    const bytes = await readBrowserFile(built, name, record);
    await Promise.all(
      copies.map(async (encoding) => {
        await putCopy(store, `${key}.${encoding}`, await compress(bytes, encoding));
      }),
    );
    if (wanted.has(key)) await store.putImmutable(key, bytes);
  });
  await Promise.all(files);
  const serverKey = keys.server(manifest.app, manifest.version);
  if (wanted.has(serverKey)) await store.putImmutable(serverKey, await readServerBundle(built));
  if (wanted.has(keys.manifest(manifest.app, manifest.version))) await putManifest(store, manifest);
}

/** Two versions of Node may compress the same bytes differently; the first copy stays and is checked later. */
async function putCopy(store: Store, key: string, bytes: Buffer): Promise<void> {
  await store.putImmutable(key, bytes).catch((error: unknown) => {
    if (!(error instanceof KeyTaken)) throw error;
  });
}

function withoutOrigin(manifest: ReleaseManifest): string {
  return JSON.stringify({ ...manifest, builtAt: '', revision: null });
}

/** The same content may have been built twice, at other times; the first of the two stays. */
async function putManifest(store: Store, manifest: ReleaseManifest): Promise<void> {
  const { app, version } = manifest;
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  try {
    await store.putImmutable(keys.manifest(app, version), bytes);
  } catch (error) {
    const stored = error instanceof KeyTaken ? await readManifest(store, app, version) : null;
    if (!stored || withoutOrigin(stored) !== withoutOrigin(manifest)) throw error;
  }
}

async function readRecorded(store: Store, key: string, record: FileRecord) {
  const bytes = await store.get(key);
  if (!bytes) return { reason: `${key} is missing from the store` };
  if (integrityOf(bytes) !== record.integrity) return { reason: `${key} does not match its hash` };
  return { bytes };
}

/**
 * A release of the store as compose takes it; each file is checked against its hash as it is read.
 * @throws CompositionRefused when the release is not there; reading a file throws it when that is
 *   missing or damaged
 */
export async function loadRelease(
  store: Store,
  app: string,
  version: string,
): Promise<ComposableRelease> {
  const refuse = (reason: string) => new CompositionRefused([{ app, version, reason }]);
  const manifest = await readManifest(store, app, version);
  if (!manifest) throw refuse('the release is not in the store');
  const readWhole = async (key: string, record: FileRecord) => {
    const file = await readRecorded(store, key, record);
    if (!file.bytes) throw refuse(file.reason);
    return file.bytes;
  };
  return {
    manifest,
    readServer: async () =>
      (await readWhole(keys.server(app, version), manifest.server)).toString('utf8'),
    readFile: async (name) => {
      const record = manifest.files[name];
      if (!record) throw refuse(`its release.json names no file ${name}`);
      return readWhole(keys.asset(app, name), record);
    },
  };
}
