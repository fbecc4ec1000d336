import { UserError } from '@composed/command/errors';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import {
  type ReleaseChange,
  type HistoryEntry,
  type Ledger,
  type Overrides,
  releaseActions,
} from './ledger';
import { keys } from '../store/store';

/** The most recent entries are kept, whatever their app. Each change writes the whole ledger, so it must stay small. */
export const keptEntries = 500;
/** Older entries that are kept for each app, so that an app that seldom changes can still be rolled back. */
const keptEntriesPerApp = 10;

/** An entry of the history, before its author, time and result are known. */
export type NewEntry = Omit<HistoryEntry, 'at' | 'by' | 'revision' | 'deployment' | 'changes'> & {
  readonly changes: readonly ReleaseChange[];
};

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

/** A command's changes of releases. */
export type EntryChanges = Pick<NewEntry, 'action' | 'changes' | 'removed'>;

const changesLive = ({ action }: EntryChanges) => releaseActions.some((each) => each === action);

/** Returns the changes of an app's live release. Null stands for no release. */
function findLiveChanges<T extends EntryChanges>(history: readonly T[], app: string) {
  return history.filter(changesLive).flatMap((entry) => {
    const { removed } = entry;
    const removal = removed ? [{ app: removed.app, from: removed.version, to: null }] : [];
    return [...entry.changes, ...removal]
      .filter((change) => change.app === app && change.from !== change.to)
      .map(({ from, to }) => ({ entry, from, to }));
  });
}

/**
 * Returns the versions that rollbacks of an app go through. The last one is live, or was live when the app was removed. A
 * publish adds a version. A rollback removes all versions after its target, so that the next rollback goes further back.
 * A removal changes nothing.
 */
export function findRollbackPath(history: readonly EntryChanges[], app: string): string[] {
  const path: string[] = [];
  for (const { entry, from, to } of findLiveChanges(history, app)) {
    if (path.length === 0 && from !== null) path.push(from);
    if (to === null || to === path.at(-1)) continue;
    const targetIndex = entry.action === 'publish' ? -1 : path.lastIndexOf(to);
    if (targetIndex >= 0) path.length = targetIndex + 1;
    else path.push(to);
  }
  return path;
}

/** Returns the version that a rollback of an app leads to; undefined if there is no earlier release. */
export function findPreviousRelease(
  history: readonly EntryChanges[],
  releases: ReleaseSet,
  app: string,
): string | undefined {
  return findRollbackPath(history, app).at(Object.hasOwn(releases, app) ? -2 : -1);
}

/** Returns every version of an app that was live, as far as the history goes back. */
export function findPastVersions(history: readonly HistoryEntry[], app: string): Set<string> {
  const changes = findLiveChanges(history, app);
  return new Set(changes.flatMap(({ from, to }) => [from, to].filter((each) => each !== null)));
}

/**
 * Resolves an id that a person has typed: the whole id, or the beginning of exactly one.
 * @throws UserError if several ids begin with the text
 */
export function matchId(ids: Iterable<string>, text: string): string | undefined {
  const allIds = [...new Set(ids)];
  const matches = allIds.includes(text) ? [text] : allIds.filter((id) => id.startsWith(text));
  if (matches.length < 2) return matches[0];
  const countDistinct = (length: number) => new Set(matches.map((id) => id.slice(0, length))).size;
  let length = 12;
  while (countDistinct(length) < matches.length) length += 1;
  const shortIds = matches.map((id) => id.slice(0, length)).join(' or ');
  throw new UserError(`"${text}" may be ${shortIds}; type more.`);
}

/**
 * Returns the keys of the manifests of releases that a rollback may lead to.
 * @param to the beginning of the version; null for the release before the live one
 */
export function findRollbackTargets(
  { live, history }: Pick<Ledger, 'live' | 'history'>,
  { app, to }: { readonly app: string; readonly to: string | null },
): string[] {
  const toManifests = (versions: readonly string[]) =>
    versions.map((version) => keys.manifest(app, version));
  if (to === null) {
    const before = findPreviousRelease(history, live?.releases ?? {}, app);
    return toManifests(before === undefined ? [] : [before]);
  }
  const liveVersions = [...findPastVersions(history, app)];
  const matches = liveVersions.filter((version) => version.startsWith(to));
  // Without a match, the refusal names all versions.
  return toManifests(matches.length > 0 ? matches : liveVersions);
}

/** Returns the entry with which the live release of an app went live; undefined if the history no longer has it. */
export function findLiveEntry(
  history: readonly HistoryEntry[],
  app: string,
): HistoryEntry | undefined {
  return findLiveChanges(history, app).at(-1)?.entry;
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

/** Formats changes as 'reviews 1a → 2b, blog 3c'. */
export function formatChanges(changes: readonly ReleaseChange[]): string {
  return changes
    .map(({ app, from, to }) => `${app} ${from === null ? '' : `${from} → `}${to}`)
    .join(', ');
}

/** Sorts releases by app, so that the same set always composes to the same bytes. Leaves out an app whose version is null. */
export function sortReleases(releases: Readonly<Record<string, string | null>>): ReleaseSet {
  const presentReleases = Object.entries(releases).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return Object.fromEntries(presentReleases.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function formatReleases(releases: ReleaseSet): string {
  return Object.entries(releases)
    .map(([app, version]) => `${app} ${version}`)
    .join(', ');
}
