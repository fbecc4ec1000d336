import type { HistoryEntry } from './ledger';

/** Entries kept whatever their app; the ledger is written whole at each change and must stay small. */
const keptEntries = 500;
/** Entries kept for each app beyond that, so that a quiet app can still be rolled back. */
const keptEntriesPerApp = 10;

/** The history with `entry` at its end and what is too old to matter left out. */
export function extendHistory(
  history: readonly HistoryEntry[],
  entry: HistoryEntry,
): HistoryEntry[] {
  const perApp = new Map<string, number>();
  const newestFirst = [...history, entry].reverse().filter((candidate, age) => {
    const apps = candidate.changes.map(({ app }) => app);
    const wanted = apps.some((app) => (perApp.get(app) ?? 0) < keptEntriesPerApp);
    for (const app of apps) perApp.set(app, (perApp.get(app) ?? 0) + 1);
    return age < keptEntries || wanted;
  });
  return newestFirst.reverse();
}

function liveChanges(history: readonly HistoryEntry[], app: string) {
  return history
    .filter(({ action }) => action === 'publish' || action === 'rollback')
    .flatMap((entry) =>
      entry.changes
        .filter((change) => change.app === app && change.from !== change.to)
        .map((change) => ({ ...change, action: entry.action, at: entry.at, by: entry.by })),
    );
}

/**
 * The versions a rollback of `app` walks, what is live last. A publish adds one; a rollback takes
 * away all that came after the version it returned to, so that the next one goes further back.
 */
export function versionsWalked(history: readonly HistoryEntry[], app: string): string[] {
  const walked: string[] = [];
  for (const { action, from, to } of liveChanges(history, app)) {
    if (walked.length === 0 && from !== null) walked.push(from);
    const earlier = action === 'rollback' ? walked.lastIndexOf(to) : -1;
    if (earlier >= 0) walked.length = earlier + 1;
    else walked.push(to);
  }
  return walked;
}

/** Every version of `app` that the history knows to have been live. */
export function versionsOnceLive(history: readonly HistoryEntry[], app: string): Set<string> {
  return new Set(
    liveChanges(history, app).flatMap(({ from, to }) => (from === null ? [to] : [from, to])),
  );
}

/** When the live release of `app` went live and by whom, or undefined when history forgot it. */
export function wentLive(
  history: readonly HistoryEntry[],
  app: string,
): { at: string; by: string } | undefined {
  return liveChanges(history, app).at(-1);
}

/**
 * The last moment (ISO 8601) at which a release was live, for releases that no longer are: when it
 * was replaced.
 */
export function lastLive(history: readonly HistoryEntry[], app: string, version: string) {
  return liveChanges(history, app).findLast(({ from }) => from === version)?.at;
}

/** Why a release was let through over budget, or null when it was within or history forgot it. */
export function excuseOf(
  history: readonly HistoryEntry[],
  app: string,
  version: string,
): string | null {
  const excused = history.findLast(
    ({ overBudget, changes }) =>
      overBudget !== undefined &&
      changes.some((change) => change.app === app && change.to === version),
  );
  return excused?.overBudget ?? null;
}
