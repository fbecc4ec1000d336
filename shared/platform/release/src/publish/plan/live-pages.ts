import { UserError } from '@composed/command/errors';
import { commit } from '../steps/commit';
import { goLive } from '../steps/go-live';
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
import { checkUntried } from '../steps/check-hydration';
import { checkStyles } from '../steps/check-styles';
import { checkLoss } from '../steps/check-loss';
import { composePages } from '../steps/compose';
import { renewCanary } from '../steps/renew-canary';
import { storePages } from '../steps/store-pages';
import {
  begin,
  type NextDeployment,
  type CommandPlan,
  type Rollback,
  type Task,
} from '../steps/step';

/**
 * Returns the live releases with some of them replaced. Keeps apps that this checkout lacks, since the apps of a site are
 * those in its store. Includes releases that wait for a host.
 * @throws UserError if there would be no host
 */
export function withVersions(ledger: Ledger, replaced: ReleaseSet): ReleaseSet {
  const releases = { ...(ledger.live?.releases ?? waitingReleases(ledger)), ...replaced };
  if (releases['host'] !== undefined) return inOrder(releases);
  throw new UserError(
    'There is no host yet; publish it first, where its sources are: npm run release -- publish host',
  );
}

/** Returns the source of the live deployment, without its data. */
export const sourceOfLive = (
  { siteUrl, telemetry, data: addresses }: SiteSettings,
  releases: ReleaseSet,
) => ({ releases, preview: null, siteUrl, telemetry, addresses });

/** Returns the title of the step that shows the new pages to visitors. */
export const goLiveTitle = ({ action, share = 0 }: Entry) =>
  action === 'canary' ? `Show it to ${share} % of the visitors` : 'Go live';

/**
 * Refuses an entry that conflicts with a canary: only one can run at a time, the release of its app must not change until
 * it ends, and automatic promotion needs a judge.
 * @throws UserError naming the rule
 */
export function refuseBesideCanary(ledger: Ledger, releases: ReleaseSet, entry: Entry): void {
  if (entry.promoteAfter !== undefined && !isJudged(ledger.settings)) {
    throw new UserError(
      'Nobody judges canaries here, so --promote-after would wait for ever; run: npm run release -- settings --telemetry /_telemetry',
    );
  }
  if (!ledger.canary) return;
  const { app, version } = ledger.canary;
  const isAllowed =
    entry.action === 'canary'
      ? entry.changes[0]?.app === app
      : releases[app] === ledger.live?.releases[app];
  if (isAllowed) return;
  throw new UserError(`A canary of ${app} ${version} is running; "promote" or "abort" it first.`);
}

/** Returns the rollbacks that are possible once these releases are live. A canary counts as if it were promoted. */
export function findRollbacks(
  history: readonly HistoryChange[],
  { action, ...change }: HistoryChange,
  releases: ReleaseSet,
): readonly Rollback[] {
  const future: HistoryChange = { action: action === 'canary' ? 'promote' : action, ...change };
  return Object.keys(releases).flatMap((app) => {
    const to = releaseBefore([...history, future], releases, app);
    return to === undefined ? [] : [{ app, to }];
  });
}

/** Creates the step that composes the running canary with the next live releases; false if none is running. */
export function renewCanaryBeside({ canary, history }: Ledger, entry: Entry, live: ReleaseSet) {
  if (!canary || entry.action === 'canary') return false;
  const { app, version } = canary;
  const releases = inOrder({ ...live, [app]: version });
  const own: HistoryChange = {
    action: 'canary',
    changes: [{ app, from: live[app] ?? null, to: version }],
  };
  return renewCanary(releases, findRollbacks([...history, entry], own, releases));
}

/**
 * Plans to put pages of stored releases live, or to make them the canary. Impossible rollbacks are recorded and not
 * refused. The pages of a rollback were tried before, and a rollback is urgent, so its pages are not hydrated, and
 * problems of their styles are only reported.
 * @param checks checks of the pages before they are stored
 * @throws UserError if the change conflicts with the running canary
 */
export function recompose(
  ledger: Ledger,
  {
    releases,
    entry,
    settings,
  }: Pick<LedgerChange, 'entry' | 'settings'> & { readonly releases: ReleaseSet },
  ...checks: readonly Task<NextDeployment>[]
): Omit<CommandPlan, 'outcome'> {
  refuseBesideCanary(ledger, releases, entry);
  const rollbacks = findRollbacks(ledger.history, entry, releases);
  const nextSettings = settings ? changeSettings(ledger.settings, settings) : ledger.settings;
  return begin
    .next(composePages(sourceOfLive(nextSettings, releases)))
    .check(
      checkLoss(true),
      ...checks,
      checkStyles(entry.action !== 'rollback'),
      !entry.skipHydration && isUntried(entry) && checkUntried,
      rollbacks.length > 0 && checkRollbacks(rollbacks, null),
    )
    .nextAll(storePages, renewCanaryBeside(ledger, entry, releases))
    .next(commit({ entry, settings }))
    .next(goLive(goLiveTitle(entry)));
}

const isUntried = ({ action }: Entry) => action !== 'rollback' && action !== 'canary';

/** Plans a change of the ledger for which no pages are composed. */
export const commitWithoutPages = (entry: Entry, title: string, outcome: string): CommandPlan => ({
  ...begin.next(commit({ entry })).next(goLive(title)),
  outcome,
});
