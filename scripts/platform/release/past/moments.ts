import type { Composition } from '../../compose/composition';
import { composeSite, readComposition } from '../compositions';
import { inOrder, keptEntries } from '../history';
import {
  type HistoryEntry,
  type Ledger,
  type Live,
  parseLedger,
  readLedger,
  type ReleaseSet,
} from '../ledger';
import { Refusal } from '../refusal';
import { keys, type Store } from '../stores/store';
import type { ReleaseTool } from '../tool';

/** What was live from one entry of the history to the next. */
export interface Moment {
  readonly entry: HistoryEntry;
  readonly composition: string;
  readonly releases: ReleaseSet;
}

/** The releases before an entry, or null where they are not those that it speaks of: entries are missing. */
function undo({ changes, removed }: HistoryEntry, releases: ReleaseSet): ReleaseSet | null {
  const before = new Map(Object.entries(releases));
  for (const { app, from, to } of changes) {
    if (before.get(app) !== to) return null;
    if (from === null) before.delete(app);
    else before.set(app, from);
  }
  if (removed) before.set(removed.app, removed.version);
  return inOrder(Object.fromEntries(before));
}

const changesLive = new Set<HistoryEntry['action']>([
  ...(['publish', 'rollback', 'promote', 'remove', 'compose', 'settings'] as const),
]);

/** Everything that was live, oldest first, as far back as the history is whole. */
export function momentsOf({ live, history }: Pick<Ledger, 'live' | 'history'>): Moment[] {
  const moments: Moment[] = [];
  let releases: ReleaseSet = live?.releases ?? {};
  for (const entry of history.slice(-keptEntries).reverse()) {
    const { action, composition } = entry;
    // Without pages it changed nothing that visitors get.
    if (!changesLive.has(action) || composition === null) continue;
    const before = undo(entry, releases);
    if (!before) break;
    moments.unshift({ entry, composition, releases });
    releases = before;
  }
  return moments;
}

/**
 * Those of some releases that were pruned: without them a page could load nothing.
 * @param kept keys of the store
 */
export function prunedOf(releases: ReleaseSet, kept: ReadonlySet<string>): string[] {
  const gone = Object.entries(releases).filter((release) => !kept.has(keys.manifest(...release)));
  return gone.map((release) => release.join(' '));
}

/** The oldest moment from which on everything that was live can still be tried. */
export function reachOf(moments: readonly Moment[], kept: ReadonlySet<string>): Moment | undefined {
  const isGone = ({ releases }: Moment) => prunedOf(releases, kept).length > 0;
  return moments[moments.findLastIndex(isGone) + 1];
}

/** The data and settings that pages were made with at a moment; where the store forgot them, those of now. */
export async function liveAt(store: Store, { live }: Ledger, { entry }: Moment): Promise<Live> {
  const stored = entry.revision === undefined ? null : await store.readLedger(entry.revision);
  const site = (stored && parseLedger(stored).live) ?? live;
  if (site) return site;
  throw new Refusal('Nothing is live here; publish every app first.');
}

/**
 * The ledger as it was at a moment, without previews and canaries.
 * @param text as `findMoment` takes it
 */
export async function readPast({ store, now }: Pick<ReleaseTool, 'store' | 'now'>, text: string) {
  const ledger = await readLedger(store);
  const moment = findMoment(momentsOf(ledger), text, now());
  const { entry, composition, releases } = moment;
  const { at: since, by, revision = ledger.revision } = entry;
  const history = ledger.history.slice(0, ledger.history.indexOf(entry) + 1);
  const site = await liveAt(store, ledger, moment);
  const live: Live = { ...site, composition, releases, since, by, waysBack: [] };
  return { ...ledger, revision, live, history, canary: null, previews: {}, pruning: null };
}

/** The pages of a set of releases: as they were live where those are kept, or else composed. Nothing is stored. */
export async function pagesOf(
  tool: Pick<ReleaseTool, 'store' | 'compose'>,
  site: Live,
  { releases, composition }: Pick<Moment, 'releases'> & Partial<Moment>,
): Promise<Composition> {
  const kept = composition === undefined ? null : await readComposition(tool.store, composition);
  return kept ?? composeSite(tool, { ...site, releases: inOrder(releases), preview: null });
}

/** What `parseTime` and `findMoment` take, for people. */
export const timeFormat =
  'a span before now, such as 2d, or a time, such as "2026-03-01 14:05" (UTC)';
export const momentFormat = 'a time, a revision or a composition';

/** Milliseconds of a span such as 30m, 5h or 2d; null for anything else. */
function parseSpan(text: string): number | null {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const length: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
  return count === undefined ? null : Number(count) * (length[unit] ?? 0);
}

/**
 * A time as people type it: a span before now, or a date with or without a time, in UTC unless it says otherwise.
 * @returns ISO 8601, UTC; null for anything else
 */
export function parseTime(text: string, now: Date): string | null {
  const span = parseSpan(text);
  if (span !== null) return new Date(now.getTime() - span).toISOString();
  if (!/^\d{4}-\d\d-\d\d(?:$|[T ]\d)/.test(text)) return null;
  const isZoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) || text.length === 10;
  const time = new Date(isZoned ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/**
 * What was live at a time, after a revision of the ledger, or with a composition, by the beginning of its id.
 * @param text as it was typed; 'live' is what is live
 * @throws Refusal where the history does not say
 */
export function findMoment(moments: readonly Moment[], text: string, now: Date): Moment {
  const [oldest] = moments;
  if (!oldest) throw new Refusal('Nothing was ever live here; publish every app first.');
  const time = parseTime(text, now);
  const revision = /^\d{1,7}$/.test(text) ? Number(text) : null;
  const found = moments.findLast(({ composition, entry }) => {
    if (time !== null) return entry.at <= time;
    if (revision !== null) return entry.revision !== undefined && entry.revision <= revision;
    return text === 'live' || (/^[0-9a-f]{8,}$/.test(text) && composition.startsWith(text));
  });
  if (found) return found;
  const { at, revision: first } = oldest.entry;
  const since = first === undefined ? at : `${at}, revision ${first}`;
  throw new Refusal(
    `The history does not say what was live at "${text}": name ${momentFormat} of "history", which goes back to ${since}.`,
  );
}
