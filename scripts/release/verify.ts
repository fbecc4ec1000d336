import { isDeepStrictEqual } from 'node:util';
import { encodings, isCopyOf, isText } from './compress';
import { readCompositionRecord } from './compositions';
import { integrityOf } from '../build/integrity';
import type { Ledger, ReleaseSet } from './ledger';
import type { FileRecord } from 'shared/contracts/release-manifest';
import { versionOf } from '../build/release-version';
import { readManifest } from './releases';
import { wantedPointers } from './recover';
import { keys, type Store } from './stores/store';

/** A stored object that is not what it should be. */
export interface Damage {
  readonly key: string;
  readonly reason: string;
}

export interface Verdict {
  /** Objects that were read and compared. */
  readonly checked: number;
  readonly damages: readonly Damage[];
}

function summed(verdicts: readonly Verdict[]): Verdict {
  return {
    checked: verdicts.reduce((sum, { checked }) => sum + checked, 0),
    damages: verdicts.flatMap(({ damages }) => damages),
  };
}

/** One object against its hash, its compressed copies against the object. */
async function checkFile(store: Store, key: string, record: FileRecord): Promise<Verdict> {
  const bytes = await store.get(key);
  const damages: Damage[] = [];
  if (!bytes) damages.push({ key, reason: 'is missing' });
  else if (integrityOf(bytes) !== record.integrity) {
    damages.push({ key, reason: 'does not match its hash' });
  }
  if (key.startsWith('releases/') || !isText(key)) return { checked: 1, damages };
  for (const encoding of encodings) {
    const copy = await store.get(`${key}.${encoding}`);
    if (!copy) damages.push({ key: `${key}.${encoding}`, reason: 'is missing' });
    else if (bytes && !(await isCopyOf(bytes, copy, encoding))) {
      damages.push({ key: `${key}.${encoding}`, reason: 'is not a copy of its original' });
    }
  }
  return { checked: 1 + encodings.length, damages };
}

/** Every file of one release against its hash. */
export async function checkRelease(store: Store, app: string, version: string): Promise<Verdict> {
  const key = keys.manifest(app, version);
  const manifest = await readManifest(store, app, version).catch(() => 'damaged' as const);
  if (manifest === null) return { checked: 1, damages: [{ key, reason: 'is missing' }] };
  if (
    manifest === 'damaged' ||
    manifest.app !== app ||
    manifest.version !== version ||
    versionOf(manifest) !== version
  ) {
    return { checked: 1, damages: [{ key, reason: 'is not the manifest of this release' }] };
  }
  const files = Object.entries(manifest.files).map(([name, record]) =>
    checkFile(store, keys.asset(app, name), record),
  );
  const server = checkFile(store, keys.server(app, version), manifest.server);
  const own: Verdict = { checked: 1, damages: [] };
  return summed([own, ...(await Promise.all([...files, server]))]);
}

/** Every page of one composition against its hash. */
export async function checkComposition(
  store: Store,
  id: string,
  releases: ReleaseSet,
): Promise<Verdict> {
  const key = keys.composition(id);
  const record = await readCompositionRecord(store, id).catch(() => 'damaged' as const);
  if (record === null) return { checked: 1, damages: [{ key, reason: 'is missing' }] };
  if (record === 'damaged' || record.id !== id || !isDeepStrictEqual(record.releases, releases)) {
    return { checked: 1, damages: [{ key, reason: 'is not the record of this composition' }] };
  }
  const pages = Object.entries(record.pages).map(([page, file]) =>
    checkFile(store, keys.page(id, page), file),
  );
  return summed([{ checked: 1, damages: [] }, ...(await Promise.all(pages))]);
}

/** Everything that visitors can get, live and in previews, and where the pointers lead. */
export async function verifySite(store: Store, ledger: Ledger): Promise<Verdict> {
  const sites = [...(ledger.live ? [ledger.live] : []), ...Object.values(ledger.previews)];
  const releases = new Set(
    sites.flatMap((site) =>
      Object.entries(site.releases).map(([app, version]) => `${app}/${version}`),
    ),
  );
  const compositions = new Map(sites.map((site) => [site.composition, site.releases]));
  const verdicts = await Promise.all([
    ...[...releases].map((release) => {
      const [app = '', version = ''] = release.split('/');
      return checkRelease(store, app, version);
    }),
    ...[...compositions].map(([id, set]) => checkComposition(store, id, set)),
    checkPointers(store, ledger),
  ]);
  return summed(verdicts);
}

async function checkPointers(store: Store, ledger: Ledger): Promise<Verdict> {
  const standing = await store.pointers();
  const wanted = [...wantedPointers(ledger)];
  const damages = wanted
    .filter(([pointer, composition]) => standing.get(pointer) !== composition)
    .map(([pointer, composition]) => ({
      key: pointer,
      reason: `leads to ${standing.get(pointer) ?? 'nothing'} instead of ${composition}`,
    }));
  return { checked: wanted.length, damages };
}
