import { CompositionRefused } from '../compose/composition';
import { encodings, isCopyOf, isText } from './compress';
import {
  composeSite,
  readComposition,
  readCompositionRecord,
  type SiteSource,
} from './compositions';
import { integrityOf, versionOf } from '../build/integrity';
import { uncheckedReleases } from './history';
import { type Ledger, shownSites, wantedPointers } from './ledger';
import type { FileRecord, ReleaseManifest } from 'shared/contracts/release-manifest';
import { readManifest } from './releases';
import { messageOf } from './reports/format';
import { keys, type Store } from './stores/store';
import type { ReleaseTool } from './tool';

/** Counts the objects that are read and compared, and collects those that are not what they should be. */
export class Verification {
  checked = 0;
  readonly damages: { readonly key: string; readonly reason: string }[] = [];

  damage(key: string, reason: string): void {
    this.damages.push({ key, reason });
  }
}

/** One object against its hash, its compressed copies against the object. */
async function checkFile(found: Verification, store: Store, key: string, record: FileRecord) {
  const bytes = await store.get(key);
  found.checked += 1;
  if (!bytes) found.damage(key, 'is missing');
  else if (integrityOf(bytes) !== record.integrity) found.damage(key, 'does not match its hash');
  if (key.startsWith('releases/') || !isText(key)) return;
  for (const encoding of encodings) {
    const copy = await store.get(`${key}.${encoding}`);
    found.checked += 1;
    if (!copy) found.damage(`${key}.${encoding}`, 'is missing');
    else if (bytes && !(await isCopyOf(bytes, copy, encoding))) {
      found.damage(`${key}.${encoding}`, 'is not a copy of its original');
    }
  }
}

/**
 * Every file of one release against its hash.
 * @param trusted a release whose files need no look
 */
export async function checkRelease(
  store: Store,
  app: string,
  version: string,
  trusted: ReleaseManifest | null = null,
  found = new Verification(),
): Promise<Verification> {
  const key = keys.manifest(app, version);
  const manifest = await readManifest(store, app, version).catch(() => 'damaged' as const);
  found.checked += 1;
  if (manifest === null) found.damage(key, 'is missing');
  else if (
    manifest === 'damaged' ||
    manifest.app !== app ||
    manifest.version !== version ||
    versionOf(manifest) !== version
  ) {
    found.damage(key, 'is not the manifest of this release');
  } else {
    const files = Object.entries(manifest.files)
      .filter(([name]) => trusted?.files[name] === undefined)
      .map(([name, record]) => [keys.asset(app, name), record] as const);
    const all = [...files, [keys.server(app, version), manifest.server] as const];
    await Promise.all(all.map(([file, record]) => checkFile(found, store, file, record)));
  }
  return found;
}

/** Every page of one composition against its hash. */
async function checkComposition(found: Verification, store: Store, id: string): Promise<void> {
  const key = keys.composition(id);
  const record = await readCompositionRecord(store, id).catch(() => 'damaged' as const);
  found.checked += 1;
  if (record === null) found.damage(key, 'is missing');
  else if (record === 'damaged' || record.id !== id) {
    found.damage(key, 'is not the record of this composition');
  } else {
    const pages = Object.entries(record.pages);
    await Promise.all(
      pages.map(([page, file]) => checkFile(found, store, keys.page(id, page), file)),
    );
  }
}

/** Composes a site again: its pages must come out to the byte. */
async function composeAgain(
  found: Verification,
  tool: Pick<ReleaseTool, 'store' | 'compose'>,
  site: SiteSource & { readonly composition: string },
): Promise<void> {
  const id = site.composition;
  try {
    const { pages } = await composeSite(tool, site);
    const stored = await readComposition(tool.store, id);
    for (const page of new Set([...pages.keys(), ...(stored?.pages.keys() ?? [])])) {
      const [mine, theirs] = [pages.get(page), stored?.pages.get(page)];
      if (mine && theirs?.equals(mine)) continue;
      found.damage(keys.page(id, page), 'is not the page that its releases compose to');
    }
  } catch (error) {
    if (!(error instanceof CompositionRefused)) throw error;
    const reason = messageOf(error).replaceAll('\n', '; ');
    found.damage(keys.composition(id), `cannot be composed again: ${reason}`);
  }
}

/**
 * Everything that visitors can get, live, as a canary and in previews, against its hashes; where the pointers lead;
 * and whether the pages are what their releases, prices and settings compose to.
 */
export async function verifySite(
  tool: Pick<ReleaseTool, 'store' | 'compose'>,
  ledger: Ledger,
): Promise<Verification> {
  const found = new Verification();
  const { store } = tool;
  const { live, canary, previews } = ledger;
  const releases = shownSites(ledger).flatMap((site) => Object.entries(site.releases));
  const unique = new Map(releases.map((release) => [release.join('/'), release]));
  await Promise.all([
    ...[...unique.values()].map(([app, version]) => checkRelease(store, app, version, null, found)),
    ...shownSites(ledger).map(({ composition }) => checkComposition(found, store, composition)),
  ]);
  const pointers = await store.pointers();
  for (const [pointer, composition] of wantedPointers(ledger)) {
    const leads = pointers.get(pointer);
    found.checked += 1;
    if (leads === composition) continue;
    found.damage(pointer, `leads to ${leads ?? 'nothing'} instead of ${composition}`);
  }
  // A damaged release would not compose, and is named already.
  if (found.damages.length > 0) return found;
  const unchecked = uncheckedReleases(ledger.history);
  const sites = [
    ...[live, canary].flatMap((site) => (site ? { ...site, preview: null, unchecked } : [])),
    ...Object.entries(previews).map(([preview, site]) => ({ ...site, preview, unchecked })),
  ];
  await Promise.all(sites.map((site) => composeAgain(found, tool, site)));
  return found;
}
