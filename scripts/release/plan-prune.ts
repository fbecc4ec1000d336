import { lastLive } from './history';
import type { Ledger } from './ledger';
import type { Plan } from './steps';
import { keys, type StoredObject } from './stores/store';
import { formatBytes, formatCount } from './reports/format';

/** What stands in the store. */
export interface PruneFacts {
  readonly now: Date;
  readonly objects: readonly StoredObject[];
  /** Every release that stands there, with its public keys. */
  readonly releases: readonly { app: string; version: string; assets: readonly string[] }[];
}

/** Composition → when (ISO 8601) it was last replaced on the live site. */
function replacedAt(ledger: Ledger): Map<string, string> {
  const replaced = new Map<string, string>();
  let standing: string | null = null;
  for (const { action, composition, at } of ledger.history) {
    if (action !== 'publish' && action !== 'rollback' && action !== 'compose') continue;
    if (standing !== null) replaced.set(standing, at);
    standing = composition;
  }
  return replaced;
}

function compositionOf(key: string): string | undefined {
  return /^compositions\/([^/]+?)(?:\.json$|\/)/.exec(key)?.[1];
}

function condemnedReleases(ledger: Ledger, facts: PruneFacts, cutoff: string) {
  const sites = [...(ledger.live ? [ledger.live] : []), ...Object.values(ledger.previews)];
  const modified = new Map(facts.objects.map(({ key, modifiedAt }) => [key, modifiedAt]));
  return facts.releases.filter(({ app, version }) => {
    const inUse = sites.some((site) => site.releases[app] === version);
    const stored = modified.get(keys.manifest(app, version))?.toISOString() ?? '';
    const wasLive = lastLive(ledger.history, app, version) ?? '';
    return !inUse && stored < cutoff && wasLive < cutoff;
  });
}

/**
 * Removes releases, pages and files that are neither live nor in a preview and have not been for
 * `keepDays`; a file goes only with the last release that names it.
 */
export function planPrune(keepDays: number, ledger: Ledger, facts: PruneFacts): Plan {
  const cutoff = new Date(facts.now.getTime() - keepDays * 86_400_000).toISOString();
  const condemned = new Set(condemnedReleases(ledger, facts, cutoff));
  const named = new Set(facts.releases.flatMap(({ assets }) => assets));
  const needed = new Set(
    facts.releases.filter((release) => !condemned.has(release)).flatMap(({ assets }) => assets),
  );
  const place = ({ app, version }: { app: string; version: string }) => `${app}/${version}`;
  const whole = new Set(facts.releases.map(place));
  const leaving = new Set([...condemned].map(place));
  const shown = new Set([
    ledger.live?.composition,
    ...Object.values(ledger.previews).map(({ composition }) => composition),
  ]);
  const replaced = replacedAt(ledger);

  const goes = ({ key, modifiedAt }: StoredObject): boolean => {
    const old = modifiedAt.toISOString() < cutoff;
    if (key.startsWith('assets/')) return !needed.has(key) && (named.has(key) || old);
    if (key.startsWith('releases/')) {
      const release = key.split('/').slice(1, 3).join('/');
      return whole.has(release) ? leaving.has(release) : old;
    }
    const id = compositionOf(key);
    if (id === undefined || shown.has(id)) return false;
    return old && (replaced.get(id) ?? '') < cutoff;
  };
  const going = facts.objects.filter(goes);
  if (going.length === 0) return { steps: [], outcome: 'There is nothing to remove.' };

  const bytes = going.reduce((sum, object) => sum + object.bytes, 0);
  const compositions = new Set(going.flatMap(({ key }) => compositionOf(key) ?? []));
  const what = [
    ...(condemned.size > 0 ? [formatCount(condemned.size, 'release')] : []),
    ...(compositions.size > 0 ? [formatCount(compositions.size, 'composition')] : []),
    formatCount(going.length, 'file'),
  ].join(', ');
  return {
    steps: [
      { do: 'record-pruning', keys: going.map(({ key }) => key).sort(marksFirst) },
      { do: 'remove', summary: `${what}, ${formatBytes(bytes)}` },
    ],
    outcome: `${what} removed, ${formatBytes(bytes)} freed.`,
  };
}

/** What says that a release or composition is whole goes first: half of one must not look whole. */
function marksFirst(a: string, b: string): number {
  const rank = (key: string) => (/\/release\.json$|^compositions\/[^/]+\.json$/.test(key) ? 0 : 1);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}
