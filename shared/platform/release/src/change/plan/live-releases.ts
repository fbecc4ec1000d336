import { UserError } from '@composed/command/errors';
import { createUnknownNameError } from '@composed/command/usage';
import { commit } from '../steps/commit';
import { goLive } from '../steps/go-live';
import { type NewEntry, type EntryChanges, findWaitingReleases } from '../../ledger/history';
import { sortReleases } from '../../ledger/release-set';
import { findPreviousRelease } from '../../ledger/rollback-path';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import { type Ledger, nothingLiveMessage } from '../../ledger/ledger';
import type { SiteSettings } from '../../ledger/site-settings';
import { noSteps, type CommandPlan, type Rollback } from '../step';

/**
 * Returns the live releases with some of them replaced. Keeps apps that this checkout lacks, since the apps of a site are
 * those in its store. Includes releases that wait for a host.
 * @throws UserError if there would be no host
 */
export function replaceReleases(ledger: Ledger, replaced: ReleaseSet): ReleaseSet {
  const releases = { ...(ledger.live?.releases ?? findWaitingReleases(ledger)), ...replaced };
  if (releases['host'] !== undefined) return sortReleases(releases);
  throw new UserError(
    'There is no host yet; publish it first, in its own repository: npm run release -- publish host',
  );
}

/**
 * Returns the live version of an app.
 * @param otherApps further apps to suggest in the refusal
 * @throws UsageError if the site has no such app; UserError if nothing is live
 */
export function requireLiveVersion(
  app: string,
  ledger: Ledger,
  otherApps: readonly string[] = [],
): string {
  if (!ledger.live) throw new UserError(nothingLiveMessage);
  const { releases } = ledger.live;
  const version = releases[app];
  if (version !== undefined) return version;
  const names = new Set([...Object.keys(releases), ...otherApps]);
  throw createUnknownNameError('app of this site', app, [...names]);
}

/** Returns the recipe of the live deployment, without its data. */
export const createLiveRecipe = (
  { siteUrl, telemetry, data: addresses }: SiteSettings,
  releases: ReleaseSet,
) => ({ releases, preview: null, siteUrl, telemetry, addresses });

/** Returns the title of the step that shows the new pages to visitors. */
export const formatGoLiveTitle = ({ action, share = 0 }: NewEntry) =>
  action === 'canary' ? `Show it to ${share} % of the visitors` : 'Go live';

/** Returns the rollbacks that are possible once these releases are live. A canary counts as if it were promoted. */
export function findRollbacks(
  history: readonly EntryChanges[],
  { action, ...change }: EntryChanges,
  releases: ReleaseSet,
): readonly Rollback[] {
  const future: EntryChanges = { action: action === 'canary' ? 'promote' : action, ...change };
  return Object.keys(releases).flatMap((app) => {
    const to = findPreviousRelease([...history, future], releases, app);
    return to === undefined ? [] : [{ app, to }];
  });
}

/** Plans a change of the ledger for which no pages are composed. */
export const commitWithoutPages = (
  entry: NewEntry,
  title: string,
  outcome: string,
): CommandPlan => ({
  ...noSteps.next(commit({ entry })).next(goLive(title)),
  outcome,
});
