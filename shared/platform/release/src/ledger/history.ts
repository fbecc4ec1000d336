import { UserError } from '@composed/command/errors';
import {
  type Change,
  type HistoryEntry,
  type Ledger,
  type Overrides,
  releaseActions,
  type ReleaseSet,
} from './ledger';
import { keys } from '../store/store';

/** Entries kept whatever their app; the ledger is written whole at each change and must stay small. */
export const keptEntries = 500;
/** Entries kept for each app beyond that, so that a quiet app can still be rolled back. */
const keptEntriesPerApp = 10;

/** An entry of the history, before its author, time and result are known. */
export type Entry = Omit<HistoryEntry, 'at' | 'by' | 'revision' | 'deployment' | 'changes'> & {
  readonly changes: readonly Change[];
};

/** The history with `entry` at its end, and without the entries that are too old. */
export function extendHistory(history: readonly HistoryEntry[], entry: HistoryEntry) {
  const perApp = new Map<string, number>();
  const newestFirst = [...history, entry].reverse().filter((candidate, age) => {
    // Counted apart, so that previews and canaries do not push out the rollback target of an app.
    const kind = changesLive(candidate) ? 'live' : 'other';
    const apps = appsOf(candidate).map((app) => `${kind} ${app}`);
    const isKept = apps.some((app) => (perApp.get(app) ?? 0) < keptEntriesPerApp);
    for (const app of apps) perApp.set(app, (perApp.get(app) ?? 0) + 1);
    return age < keptEntries || isKept;
  });
  return newestFirst.reverse();
}

/** The entries of `later` that are new since `earlier`, in order. */
export function entriesSince(earlier: readonly HistoryEntry[], later: readonly HistoryEntry[]) {
  const earlierEntries = new Set(earlier.map((entry) => JSON.stringify(entry)));
  return later.filter((entry) => !earlierEntries.has(JSON.stringify(entry)));
}

/** The apps that an entry is about. */
export const appsOf = ({ changes, removed }: HistoryEntry): string[] =>
  [...changes, removed].flatMap((each) => each?.app ?? []);

/** Releases that were published while there was no host: they go live with the first one. */
export function waitingReleases({ live, history }: Pick<Ledger, 'live' | 'history'>): ReleaseSet {
  const published = live ? [] : history.filter(({ action }) => action === 'publish');
  const changes = published.flatMap((entry) => entry.changes);
  return Object.fromEntries(changes.map(({ app, to }) => [app, to]));
}

/** A command's changes of releases. */
export type HistoryChange = Pick<Entry, 'action' | 'changes' | 'removed'>;

const changesLive = ({ action }: HistoryChange) => releaseActions.some((each) => each === action);

/** Changes of the live releases of an app; null stands for no release, before or after. */
function liveChanges<T extends HistoryChange>(history: readonly T[], app: string) {
  return history.filter(changesLive).flatMap((entry) => {
    const { removed } = entry;
    const gone = removed ? [{ app: removed.app, from: removed.version, to: null }] : [];
    return [...entry.changes, ...gone]
      .filter((change) => change.app === app && change.from !== change.to)
      .map(({ from, to }) => ({ entry, from, to }));
  });
}

/**
 * The versions that rollbacks of `app` go through; the last one is live, or was when the app was removed. A publish adds
 * a version. A rollback removes all versions after its own, so that the next one goes further back. A removal changes
 * nothing.
 */
export function rollbackPath(history: readonly HistoryChange[], app: string): string[] {
  const path: string[] = [];
  for (const { entry, from, to } of liveChanges(history, app)) {
    if (path.length === 0 && from !== null) path.push(from);
    if (to === null || to === path.at(-1)) continue;
    const earlier = entry.action === 'publish' ? -1 : path.lastIndexOf(to);
    if (earlier >= 0) path.length = earlier + 1;
    else path.push(to);
  }
  return path;
}

/** Where a rollback of `app` leads: undefined where there is no earlier release. */
export function releaseBefore(
  history: readonly HistoryChange[],
  releases: ReleaseSet,
  app: string,
): string | undefined {
  return rollbackPath(history, app).at(Object.hasOwn(releases, app) ? -2 : -1);
}

/** Every version of `app` that the history knows to have been live. */
export function versionsOnceLive(history: readonly HistoryEntry[], app: string): Set<string> {
  const changes = liveChanges(history, app);
  return new Set(changes.flatMap(({ from, to }) => [from, to].filter((each) => each !== null)));
}

/**
 * Resolves a typed id: the whole id, or the beginning of only one.
 * @throws UserError where several begin with it
 */
export function matchId(ids: Iterable<string>, typed: string): string | undefined {
  const all = new Set(ids);
  const matches = all.has(typed) ? [typed] : [...all].filter((id) => id.startsWith(typed));
  if (matches.length < 2) return matches[0];
  const differ = (length: number) => new Set(matches.map((id) => id.slice(0, length))).size;
  let length = 12;
  while (differ(length) < matches.length) length += 1;
  const named = matches.map((id) => id.slice(0, length)).join(' or ');
  throw new UserError(`"${typed}" may be ${named}; type more.`);
}

/**
 * Keys of the release.json of each release that a rollback may lead to, out of the many in a store.
 * @param to the beginning of its version, or null for the one before
 */
export function rollbackTargets(
  { live, history }: Pick<Ledger, 'live' | 'history'>,
  { app, to }: { readonly app: string; readonly to: string | null },
): string[] {
  const known = [...versionsOnceLive(history, app)];
  const matches = to === null ? [] : known.filter((version) => version.startsWith(to));
  const before = releaseBefore(history, live?.releases ?? {}, app);
  // Without a match all are needed, for the refusal to name.
  const versions = to === null ? [before] : matches.length > 0 ? matches : known;
  return versions.flatMap((version) => (version === undefined ? [] : keys.manifest(app, version)));
}

/** The entry with which the live release of `app` went live; undefined when the history forgot it. */
export function entryOfLive(
  history: readonly HistoryEntry[],
  app: string,
): HistoryEntry | undefined {
  return liveChanges(history, app).at(-1)?.entry;
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

/** The reasons given for checks that a release failed. */
export function overridesOf(history: readonly HistoryEntry[], app: string, version: string) {
  return history
    .filter(({ changes }) => changes.some((change) => change.app === app && change.to === version))
    .reduce<Overrides>((reasons, { overBudget, overBudgetOf, ...entry }) => {
      const isMeant = overBudget !== undefined && (overBudgetOf ?? [app]).includes(app);
      return { ...reasons, ...entry, ...(isMeant ? { overBudget } : {}) };
    }, {});
}

/** 'reviews 1a → 2b, blog 3c'. */
export function formatChanges(changes: readonly Change[]): string {
  return changes
    .map(({ app, from, to }) => `${app} ${from === null ? '' : `${from} → `}${to}`)
    .join(', ');
}

/** Releases in the order of composing, so that the same set gives the same bytes. Null leaves an app out. */
export function inOrder(releases: Readonly<Record<string, string | null>>): ReleaseSet {
  const presentReleases = Object.entries(releases).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return Object.fromEntries(presentReleases.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function formatSet(releases: ReleaseSet): string {
  return Object.entries(releases)
    .map(([app, version]) => `${app} ${version}`)
    .join(', ');
}
