import { commit } from '../steps/go-live';
import { waitingReleases } from '../../ledger/history';
import { type Ledger, shownDeployments } from '../../ledger/ledger';
import { finishPruning, inRemovalOrder } from '../steps/recover';
import { begin, type Plan, type Step } from '../steps/step';
import type { StoreContents } from './facts';
import { revisionsOf, prunedOf } from '../../inspect/revisions/revisions';
import { formatBytes, formatCount, formatTime } from '@composed/command/format';
import { deploymentOf, isMarkup, keys, type StoredObject } from '../../store/store';

function findRemovable(ledger: Ledger, facts: StoreContents, cutoff: string) {
  const modified = new Map(facts.objects.map(({ key, modifiedAt }) => [key, modifiedAt]));
  return facts.releases.filter(({ app, version }) => {
    const waits = waitingReleases(ledger)[app] === version;
    const isInUse =
      waits || shownDeployments(ledger).some(({ releases }) => releases[app] === version);
    const stored = modified.get(keys.manifest(app, version))?.toISOString() ?? '';
    const lastShown = ledger.lastShown[`${app}/${version}`] ?? '';
    return !isInUse && stored < cutoff && lastShown < cutoff;
  });
}

/**
 * Removes releases, pages and files that visitors have not got for `keepDays` days. A file goes with the last release
 * that names it. The render cache of a release goes after as many days, and is made again when it is needed.
 */
export function planPrune(keepDays: number, ledger: Ledger, facts: StoreContents): Plan {
  const cutoff = new Date(facts.now.getTime() - keepDays * 86_400_000).toISOString();
  const removed = new Set(findRemovable(ledger, facts, cutoff));
  const remaining = facts.releases.filter((release) => !removed.has(release));
  const named = new Set(facts.releases.flatMap(({ assets }) => assets));
  const needed = new Set(remaining.flatMap(({ assets }) => assets));
  const nameOf = ({ app, version }: { app: string; version: string }) => `${app}/${version}`;
  const whole = new Set(facts.releases.map(nameOf));
  const leaving = new Set([...removed].map(nameOf));
  const shown = new Set(shownDeployments(ledger).map(({ deployment }) => deployment));

  const goes = ({ key, modifiedAt }: StoredObject): boolean => {
    const isOld = modifiedAt.toISOString() < cutoff;
    if (key.startsWith('assets/')) return !needed.has(key) && (named.has(key) || isOld);
    if (key.startsWith('releases/')) {
      const release = key.split('/').slice(1, 3).join('/');
      if (!whole.has(release) || isMarkup(key)) return isOld || leaving.has(release);
      return leaving.has(release);
    }
    const id = deploymentOf(key);
    if (id === undefined || shown.has(id)) return false;
    return isOld && (ledger.lastShown[id] ?? '') < cutoff;
  };
  const going = facts.objects.filter(goes);
  if (going.length === 0) return { ...begin, outcome: 'There is nothing to remove.' };

  const bytes = going.reduce((sum, object) => sum + object.bytes, 0);
  const deployments = new Set(going.flatMap(({ key }) => deploymentOf(key) ?? []));
  const what = [
    ...(removed.size > 0 ? [formatCount(removed.size, 'release')] : []),
    ...(deployments.size > 0 ? [formatCount(deployments.size, 'deployment')] : []),
    formatCount(going.length, 'file'),
  ].join(', ');
  const revisions = revisionsOf(ledger);
  const lost = revisions.findLastIndex((revision) => prunedOf(revision, remaining).length > 0);
  const reach = revisions[lost + 1]?.entry.at;
  const end = reach ? ` "bisect" and --at reach back to ${formatTime(reach)}.` : '';
  const pruning = going.map(({ key }) => key).sort(inRemovalOrder);
  const steps = begin
    .next(commit({ entry: { action: 'prune', changes: [] }, pruning }))
    .next(removeFiles(`${what}, ${formatBytes(bytes)}`));
  return { ...steps, outcome: `${what} removed, ${formatBytes(bytes)} freed.${end}` };
}

/** @param summary of the files, for people */
const removeFiles = (summary: string): Step<Ledger | null, null> => ({
  title: `Remove ${summary}`,
  async run({ tool }, committed) {
    if (committed) await finishPruning(tool.store, committed);
    return { output: null, detail: '' };
  },
});
