import { UserError } from '@composed/command/errors';
import { commit, goLive } from '../steps/go-live';
import {
  type Entry,
  type HistoryChange,
  inOrder,
  releaseBefore,
  waitingReleases,
} from '../../ledger/history';
import type { Ledger, ReleaseSet } from '../../ledger/ledger';
import type { LedgerChange } from '../../ledger/next-ledger';
import { changeSettings, isJudged, type SiteSettings } from '../../ledger/settings';
import { checkRollbacks } from '../steps/check-rollbacks';
import { checkFresh } from '../steps/check-hydration';
import { openPages } from '../steps/open-pages';
import { composePages, renewCanary, storePages } from '../steps/compose';
import { begin, type NextDeployment, type Plan, type Rollback, type Task } from '../steps/step';

/**
 * The live releases with some replaced, in an order of their own. Which apps there are, the store
 * says: a checkout that lacks one must not drop it. Before there is a host, others wait for it.
 * @throws UserError where there would be no host
 */
export function releaseSet(ledger: Ledger, replaced: ReleaseSet): ReleaseSet {
  const releases = { ...(ledger.live?.releases ?? waitingReleases(ledger)), ...replaced };
  if (releases['host'] !== undefined) return inOrder(releases);
  throw new UserError(
    'There is no host yet; publish it first, where its sources are: npm run release -- publish host',
  );
}

/** The source of the live deployment. */
export const livePages = (
  { siteUrl, telemetry, data: addresses }: SiteSettings,
  releases: ReleaseSet,
) => ({ releases, preview: null, siteUrl, telemetry, addresses });

/** Of the step from which on visitors get the new pages. */
export const liveTitle = ({ action, share = 0 }: Entry) =>
  action === 'canary' ? `Show it to ${share} % of the visitors` : 'Go live';

/**
 * Only one canary runs, only its end decides which release of its app is live, and somebody must be there to end it.
 * @throws UserError when that stands in the way of an entry that would put these releases live, or make them the canary
 */
export function refuseBesideCanary(ledger: Ledger, releases: ReleaseSet, entry: Entry): void {
  if (entry.promoteAfter !== undefined && !isJudged(ledger.settings)) {
    throw new UserError(
      'Nobody judges canaries here, so --promote-after would wait for ever; run: npm run release -- settings --telemetry /_telemetry',
    );
  }
  if (!ledger.canary) return;
  const { app, version } = ledger.canary;
  const isMeant =
    entry.action === 'canary'
      ? entry.changes[0]?.app === app
      : releases[app] === ledger.live?.releases[app];
  if (isMeant) return;
  throw new UserError(`A canary of ${app} ${version} is running; "promote" or "abort" it first.`);
}

/** Rollbacks that could be made once these releases are live; a canary counts as if it were promoted. */
export function rollbacksAfter(
  history: readonly HistoryChange[],
  { action, ...change }: HistoryChange,
  releases: ReleaseSet,
): readonly Rollback[] {
  const meant: HistoryChange = { action: action === 'canary' ? 'promote' : action, ...change };
  return Object.keys(releases).flatMap((app) => {
    const to = releaseBefore([...history, meant], releases, app);
    return to === undefined ? [] : [{ app, to }];
  });
}

/** The running canary beside another live site, which is that one with the canary's release; false where none runs. */
export function canaryBeside({ canary, history }: Ledger, entry: Entry, live: ReleaseSet) {
  if (!canary || entry.action === 'canary') return false;
  const { app, version } = canary;
  const releases = inOrder({ ...live, [app]: version });
  const own: HistoryChange = {
    action: 'canary',
    changes: [{ app, from: live[app] ?? null, to: version }],
  };
  return renewCanary(releases, rollbacksAfter([...history, entry], own, releases));
}

/**
 * The steps that put other pages live, or make them the canary, from releases that are in the store. What rollbacks
 * follow from it is written down and refuses nothing. Who rolls back is in a hurry, and its pages were tried before.
 * @param checks of the pages, before anything is stored
 * @throws UserError when a canary that is running is in the way
 */
export function recompose(
  ledger: Ledger,
  {
    releases,
    entry,
    settings,
  }: Pick<LedgerChange, 'entry' | 'settings'> & { readonly releases: ReleaseSet },
  ...checks: readonly Task<NextDeployment>[]
): Omit<Plan, 'outcome'> {
  refuseBesideCanary(ledger, releases, entry);
  const rollbacks = rollbacksAfter(ledger.history, entry, releases);
  const next = settings ? changeSettings(ledger.settings, settings) : ledger.settings;
  return begin
    .next(composePages(livePages(next, releases), true))
    .also(
      ...checks,
      openPages,
      !entry.skipHydration && isUntried(entry) && checkFresh,
      rollbacks.length > 0 && checkRollbacks(rollbacks, null),
      storePages,
      canaryBeside(ledger, entry, releases),
    )
    .next(commit({ entry, ...(settings ? { settings } : {}) }))
    .next(goLive(liveTitle(entry)));
}

const isUntried = ({ action }: Entry) => action !== 'rollback' && action !== 'canary';

/** A change of the ledger, and of no pages but those that it takes away or shows to others. */
export const commitAlone = (entry: Entry, title: string, outcome: string): Plan => ({
  ...begin.next(commit({ entry })).next(goLive(title)),
  outcome,
});
