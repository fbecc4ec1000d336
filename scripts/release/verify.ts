import { CompositionRefused } from '../compose/composition';
import { encodings, isCopyOf, isText } from './compress';
import { composeSite, readCompositionRecord, type SiteSource } from './compositions';
import { integrityOf } from '../build/integrity';
import { type Ledger, shownSites, wantedPointers } from './ledger';
import type { FileRecord } from 'shared/contracts/release-manifest';
import { versionOf } from '../build/release-version';
import { readManifest } from './releases';
import { messageOf } from './reports/format';
import { keys, type Store } from './stores/store';
import type { ReleaseTool } from './tool';

/** A stored object that is not what it should be. */
export interface Damage {
  readonly key: string;
  readonly reason: string;
}

export interface Verification {
  /** Objects that were read and compared. */
  readonly checked: number;
  readonly damages: readonly Damage[];
}

function summed(parts: readonly Verification[]): Verification {
  return {
    checked: parts.reduce((sum, { checked }) => sum + checked, 0),
    damages: parts.flatMap(({ damages }) => damages),
  };
}

/** One object against its hash, its compressed copies against the object. */
async function checkFile(store: Store, key: string, record: FileRecord): Promise<Verification> {
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
export async function checkRelease(
  store: Store,
  app: string,
  version: string,
): Promise<Verification> {
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
  const own: Verification = { checked: 1, damages: [] };
  return summed([own, ...(await Promise.all([...files, server]))]);
}

/** Every page of one composition against its hash. */
async function checkComposition(store: Store, id: string): Promise<Verification> {
  const key = keys.composition(id);
  const record = await readCompositionRecord(store, id).catch(() => 'damaged' as const);
  if (record === null) return { checked: 1, damages: [{ key, reason: 'is missing' }] };
  if (record === 'damaged' || record.id !== id) {
    return { checked: 1, damages: [{ key, reason: 'is not the record of this composition' }] };
  }
  const pages = Object.entries(record.pages).map(([page, file]) =>
    checkFile(store, keys.page(id, page), file),
  );
  return summed([{ checked: 1, damages: [] }, ...(await Promise.all(pages))]);
}

/** Composes a site again: its pages must come out to the byte. */
async function composeAgain(
  tool: Pick<ReleaseTool, 'store' | 'compose'>,
  site: SiteSource & { readonly composition: string },
): Promise<Verification> {
  const id = site.composition;
  const damage = (key: string, reason: string): Damage => ({ key, reason });
  try {
    const { pages } = await composeSite(tool, site);
    const damages: Damage[] = [];
    for (const [page, bytes] of pages) {
      const stored = await tool.store.get(keys.page(id, page));
      if (stored && !stored.equals(bytes)) {
        damages.push(damage(keys.page(id, page), 'is not the page that its releases compose to'));
      }
    }
    const record = await readCompositionRecord(tool.store, id).catch(() => null);
    for (const page of Object.keys(record?.pages ?? {})) {
      if (pages.has(page)) continue;
      damages.push(damage(keys.page(id, page), 'is no page that its releases compose to'));
    }
    return { checked: 0, damages };
  } catch (error) {
    if (!(error instanceof CompositionRefused)) throw error;
    const reason = `cannot be composed again: ${messageOf(error).replaceAll('\n', '; ')}`;
    return { checked: 0, damages: [damage(keys.composition(id), reason)] };
  }
}

async function checkPointers(store: Store, ledger: Ledger): Promise<Verification> {
  const pointers = await store.pointers();
  const wanted = [...wantedPointers(ledger)];
  const damages = wanted
    .filter(([pointer, composition]) => pointers.get(pointer) !== composition)
    .map(([pointer, composition]) => ({
      key: pointer,
      reason: `leads to ${pointers.get(pointer) ?? 'nothing'} instead of ${composition}`,
    }));
  return { checked: wanted.length, damages };
}

/**
 * Everything that visitors can get, live and in previews, against its hashes; where the pointers lead;
 * and whether the pages are what their releases, prices and settings compose to.
 */
export async function verifySite(
  tool: Pick<ReleaseTool, 'store' | 'compose'>,
  ledger: Ledger,
): Promise<Verification> {
  const { store } = tool;
  const { live, previews } = ledger;
  const releases = new Set(
    shownSites(ledger).flatMap((site) =>
      Object.entries(site.releases).map(([app, version]) => `${app}/${version}`),
    ),
  );
  const files = await Promise.all([
    ...[...releases].map((release) => {
      const [app = '', version = ''] = release.split('/');
      return checkRelease(store, app, version);
    }),
    ...shownSites(ledger).map(({ composition }) => checkComposition(store, composition)),
    checkPointers(store, ledger),
  ]);
  const whole = summed(files);
  // A damaged release would not compose, and is named already.
  if (whole.damages.length > 0) return whole;
  const composed = [
    ...(live ? [composeAgain(tool, { ...live, preview: null })] : []),
    ...Object.entries(previews).map(([name, site]) =>
      composeAgain(tool, { ...site, preview: name }),
    ),
  ];
  return summed([whole, ...(await Promise.all(composed))]);
}
