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
import { begin, type NextDeployment, type Plan, type Rollback, type Task } from '../steps/step';

/**
 * The live releases with some replaced. The store says which apps a site has: a checkout without one of them must not
 * drop it. Releases that wait for a host go live with the first one.
 * @throws UserError where there would be no host
 */
export function withVersions(ledger: Ledger, replaced: ReleaseSet): ReleaseSet {
  const releases = { ...(ledger.live?.releases ?? waitingReleases(ledger)), ...replaced };
  if (releases['host'] !== undefined) return inOrder(releases);
  throw new UserError(
    'There is no host yet; publish it first, where its sources are: npm run release -- publish host',
  );
}

/** The source of the live deployment. */
export const sourceOfLive = (
  { siteUrl, telemetry, data: addresses }: SiteSettings,
  releases: ReleaseSet,
) => ({ releases, preview: null, siteUrl, telemetry, addresses });

/** Title of the step that shows the new pages to visitors. */
export const titleOf = ({ action, share = 0 }: Entry) =>
  action === 'canary' ? `Show it to ${share} % of the visitors` : 'Go live';

/**
 * Refuses an entry while a canary is in its way: one runs at a time, the release of its app stays until it ends, and
 * only a judge promotes automatically.
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
  const isMeant =
    entry.action === 'canary'
      ? entry.changes[0]?.app === app
      : releases[app] === ledger.live?.releases[app];
  if (isMeant) return;
  throw new UserError(`A canary of ${app} ${version} is running; "promote" or "abort" it first.`);
}

/** Rollbacks that could be made once these releases are live; a canary counts as if it were promoted. */
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

/** The step that composes the running canary beside another live site; false where no canary runs. */
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
 * The steps that put pages of stored releases live, or make them the canary. The check of rollbacks is recorded and
 * refuses nothing. A rollback is urgent and its pages were tried before, so they are not hydrated, and not refused for
 * their styles.
 * @param checks run on the pages before anything is stored
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
  const rollbacks = findRollbacks(ledger.history, entry, releases);
  const next = settings ? changeSettings(ledger.settings, settings) : ledger.settings;
  return begin
    .next(composePages(sourceOfLive(next, releases)))
    .check(
      checkLoss(true),
      ...checks,
      checkStyles(entry.action !== 'rollback'),
      !entry.skipHydration && isUntried(entry) && checkUntried,
      rollbacks.length > 0 && checkRollbacks(rollbacks, null),
    )
    .nextAll(storePages, renewCanaryBeside(ledger, entry, releases))
    .next(commit({ entry, settings }))
    .next(goLive(titleOf(entry)));
}

const isUntried = ({ action }: Entry) => action !== 'rollback' && action !== 'canary';

/** A plan that changes the ledger and composes no pages. */
export const commitWithoutPages = (entry: Entry, title: string, outcome: string): Plan => ({
  ...begin.next(commit({ entry })).next(goLive(title)),
  outcome,
});
