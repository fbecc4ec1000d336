import type { ReleaseSet } from '@composed/contracts/release-manifest';
import {
  type ReleaseChange,
  type HistoryEntry,
  type Ledger,
  type Overrides,
  releaseActions,
} from './ledger';

/** The most recent entries are kept, whatever their app. Each change writes the whole ledger, so it must stay small. */
export const keptEntries = 500;
/** Older entries that are kept for each app, so that an app that seldom changes can still be rolled back. */
const keptEntriesPerApp = 10;

/** An entry of the history, before its author, time and result are known. */
export type NewEntry = Omit<HistoryEntry, 'at' | 'by' | 'revision' | 'deployment' | 'changes'> & {
  readonly changes: readonly ReleaseChange[];
};

/** A command's changes of releases. */
export type EntryChanges = Pick<NewEntry, 'action' | 'changes' | 'removed'>;

/** Whether an entry changes the live releases. */
export const changesLive = ({ action }: EntryChanges) =>
  releaseActions.some((each) => each === action);

/** Returns the history with a new entry at its end, and without entries that are too old. */
export function extendHistory(history: readonly HistoryEntry[], entry: HistoryEntry) {
  const counts = new Map<string, number>();
  const newestFirst = [...history, entry].reverse().filter((candidate, age) => {
    // Previews and canaries are counted separately, so that they do not displace an app's rollback target.
    const kind = changesLive(candidate) ? 'live' : 'other';
    const kindsOfApps = appsOf(candidate).map((app) => `${kind} ${app}`);
    const isAmongNewestOfApp = kindsOfApps.some(
      (key) => (counts.get(key) ?? 0) < keptEntriesPerApp,
    );
    for (const key of kindsOfApps) counts.set(key, (counts.get(key) ?? 0) + 1);
    return age < keptEntries || isAmongNewestOfApp;
  });
  return newestFirst.reverse();
}

/** Returns the entries of `later` that are not in `earlier`, in order. */
export function findNewEntries(earlier: readonly HistoryEntry[], later: readonly HistoryEntry[]) {
  const earlierEntries = new Set(earlier.map((entry) => JSON.stringify(entry)));
  return later.filter((entry) => !earlierEntries.has(JSON.stringify(entry)));
}

export const appsOf = ({ changes, removed }: HistoryEntry): string[] =>
  [...changes, removed].flatMap((each) => each?.app ?? []);

/** Returns releases that were published before there was a host, with whose first release they go live. */
export function findWaitingReleases({
  live,
  history,
}: Pick<Ledger, 'live' | 'history'>): ReleaseSet {
  const published = live ? [] : history.filter(({ action }) => action === 'publish');
  const changes = published.flatMap((entry) => entry.changes);
  return Object.fromEntries(changes.map(({ app, to }) => [app, to]));
}

/** Whether a release was ever live or in a preview. */
export function wasShown({ history, lastShown }: Ledger, app: string, version: string): boolean {
  return (
    Object.hasOwn(lastShown, `${app}/${version}`) ||
    history.some(({ changes }) =>
      changes.some((change) => change.app === app && [change.from, change.to].includes(version)),
    )
  );
}

/** Returns the reasons that were given for checks which a release failed or skipped. */
export function findOverrides(history: readonly HistoryEntry[], app: string, version: string) {
  return history
    .filter(({ changes }) => changes.some((change) => change.app === app && change.to === version))
    .reduce<Overrides>((reasons, { overBudget, overBudgetOf, ...entry }) => {
      const isOverBudget = overBudget !== undefined && (overBudgetOf ?? [app]).includes(app);
      return { ...reasons, ...entry, ...(isOverBudget ? { overBudget } : {}) };
    }, {});
}
