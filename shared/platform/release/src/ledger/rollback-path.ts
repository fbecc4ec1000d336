import type { ReleaseSet } from '@composed/contracts/release-manifest';
import { keys } from '../store/store';
import { changesLive, type EntryChanges } from './history';
import type { HistoryEntry, Ledger } from './ledger';

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
 * Returns the keys of the manifests of releases that a rollback may lead to.
 * @param to the beginning of the version; null for the release before the live one
 */
export function listTargetManifestKeys(
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
