import { commit } from '../steps/commit';
import { findWaitingReleases } from '../../ledger/history';
import { type Ledger, listShownDeployments } from '../../ledger/ledger';
import { compareRemovalOrder } from '../../ledger/recover';
import { removeFiles } from '../steps/remove-files';
import { noSteps, type CommandPlan } from '../step';
import type { StoreContents } from './plan-input';
import { listPastDeployments, findPruned } from '../../inspect/revisions/past-deployments';
import { formatBytes, formatCount, formatTime } from '@composed/command/format';
import { deploymentOf, isMarkup, keys, type StoredObject } from '../../store/store';

/** Finds the releases that visitors have not got since `cutoff`. */
function findRemovableReleases(ledger: Ledger, contents: StoreContents, cutoff: string) {
  const modified = new Map(contents.objects.map(({ key, modifiedAt }) => [key, modifiedAt]));
  return contents.releases.filter(({ app, version }) => {
    const waits = findWaitingReleases(ledger)[app] === version;
    const isInUse =
      waits || listShownDeployments(ledger).some(({ releases }) => releases[app] === version);
    const storedAt = modified.get(keys.manifest(app, version))?.toISOString() ?? '';
    const lastShown = ledger.lastShown[`${app}/${version}`] ?? '';
    return !isInUse && storedAt < cutoff && lastShown < cutoff;
  });
}

/**
 * Finds the objects that belong to removed releases, or to nothing that visitors got since `cutoff`.
 * @param removed the releases to remove
 */
function findRemovableObjects(
  ledger: Ledger,
  contents: StoreContents,
  removed: ReadonlySet<StoreContents['releases'][number]>,
  cutoff: string,
): StoredObject[] {
  const remaining = contents.releases.filter((release) => !removed.has(release));
  const publicKeys = new Set(contents.releases.flatMap(({ assets }) => assets));
  const neededKeys = new Set(remaining.flatMap(({ assets }) => assets));
  const nameOf = ({ app, version }: { app: string; version: string }) => `${app}/${version}`;
  const wholeReleases = new Set(contents.releases.map(nameOf));
  const removedReleases = new Set([...removed].map(nameOf));
  const shownIds = new Set(listShownDeployments(ledger).map(({ deployment }) => deployment));

  const isRemovable = ({ key, modifiedAt }: StoredObject): boolean => {
    const isOld = modifiedAt.toISOString() < cutoff;
    if (key.startsWith('assets/')) return !neededKeys.has(key) && (publicKeys.has(key) || isOld);
    if (key.startsWith('releases/')) {
      const release = key.split('/').slice(1, 3).join('/');
      if (!wholeReleases.has(release) || isMarkup(key))
        return isOld || removedReleases.has(release);
      return removedReleases.has(release);
    }
    const id = deploymentOf(key);
    if (id === undefined || shownIds.has(id)) return false;
    return isOld && (ledger.lastShown[id] ?? '') < cutoff;
  };
  return contents.objects.filter(isRemovable);
}

/**
 * Plans to remove releases, pages and files that visitors have not got for `keepDays` days. A file is removed with the
 * last release that lists it. The render cache is removed after the same time, and is created again when it is needed.
 */
export function planPrune(keepDays: number, ledger: Ledger, contents: StoreContents): CommandPlan {
  const cutoff = new Date(contents.now.getTime() - keepDays * 86_400_000).toISOString();
  const removed = new Set(findRemovableReleases(ledger, contents, cutoff));
  const remaining = contents.releases.filter((release) => !removed.has(release));
  const removable = findRemovableObjects(ledger, contents, removed, cutoff);
  if (removable.length === 0) return { ...noSteps, outcome: 'There is nothing to remove.' };

  const bytes = removable.reduce((sum, object) => sum + object.bytes, 0);
  const deployments = new Set(removable.flatMap(({ key }) => deploymentOf(key) ?? []));
  const summary = [
    ...(removed.size > 0 ? [formatCount(removed.size, 'release')] : []),
    ...(deployments.size > 0 ? [formatCount(deployments.size, 'deployment')] : []),
    formatCount(removable.length, 'file'),
  ].join(', ');
  const pastDeployments = listPastDeployments(ledger);
  const lastIncomplete = pastDeployments.findLastIndex(
    (deployment) => findPruned(deployment, remaining).length > 0,
  );
  const reach = pastDeployments[lastIncomplete + 1]?.entry.at;
  const reachSentence = reach ? ` "bisect" and --at reach back to ${formatTime(reach)}.` : '';
  const pruning = removable.map(({ key }) => key).sort(compareRemovalOrder);
  const steps = noSteps
    .next(commit({ entry: { action: 'prune', changes: [] }, pruning }))
    .next(removeFiles(`${summary}, ${formatBytes(bytes)}`));
  return { ...steps, outcome: `${summary} removed, ${formatBytes(bytes)} freed.${reachSentence}` };
}
