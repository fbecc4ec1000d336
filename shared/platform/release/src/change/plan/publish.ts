import { UserError } from '@composed/command/errors';
import type { SiteCommand } from './site-command';
import { commit } from '../steps/commit';
import { goLive } from '../steps/go-live';
import { type NewEntry, findWaitingReleases } from '../../ledger/history';
import { formatChanges, formatReleases } from '../../ledger/release-set';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import type { ReleaseChange, Ledger } from '../../ledger/ledger';
import { checkBudget } from '../steps/check-budget';
import { smokeTest } from '../steps/smoke-test';
import { checkRollbacks } from '../steps/check-rollbacks';
import { checkLoss } from '../steps/check-loss';
import { composePages } from '../steps/compose-pages';
import { storePages } from '../steps/store-pages';
import { checkStyles } from '../steps/check-styles';
import { noSteps, type CommandPlan } from '../step';
import { checkRelease } from '../steps/check-release';
import { upload } from '../steps/upload';
import { formatCanaryOutcome, requireNoCanaryConflict, renewRunningCanary } from './canary';
import { requireBuild, type PlanInput } from './plan-input';
import {
  createLiveRecipe,
  formatGoLiveTitle,
  replaceReleases,
  findRollbacks,
} from './live-releases';

/** Plans to store releases of a site that has no host yet. */
function planWaiting(
  builds: readonly ReturnType<typeof requireBuild>[],
  versions: ReleaseSet,
  entry: NewEntry,
): CommandPlan {
  const steps = noSteps
    .check(...builds.map(checkRelease))
    .nextAll(...builds.map(upload))
    .next(commit({ entry }));
  const outcome = `${formatReleases(versions)} ${builds.length > 1 ? 'wait' : 'waits'} for a host, and will go live with it: npm run release -- publish host, in the host’s repository.`;
  return { ...steps, outcome };
}

/**
 * Plans to put built releases live, or to make one the canary. Visitors get nothing of a release before it has passed
 * every check, and the live site does not change before the last two steps.
 * @throws UserError if the releases cannot go live
 */
export function planPublish(
  command: Extract<SiteCommand, { name: 'publish' }>,
  ledger: Ledger,
  input: PlanInput,
): CommandPlan {
  const { apps, checkout, reasons = {}, canary = null } = command;
  const { skipTypes, skipSmokeTest, replace } = reasons;
  if (replace === undefined) for (const app of apps) requireSameRepository(app, input);
  const builds = apps.map((app) => requireBuild(app, input));
  const versions = Object.fromEntries(builds.map(({ app, version }) => [app, version]));
  const currentReleases = ledger.live?.releases ?? findWaitingReleases(ledger);
  const changes = builds
    .map(({ app, version: to }) => ({ app, from: currentReleases[app] ?? null, to }))
    .filter(({ from, to }) => from !== to);
  const [firstChange] = changes;
  const unchangedOutcome = `${formatReleases(versions)} ${apps.length > 1 ? 'are' : 'is'} live already.`;
  if (!firstChange && input.isLiveAndComplete) return { ...noSteps, outcome: unchangedOutcome };
  if (canary) requireLiveBesideCanary(ledger, versions, firstChange);
  let action: NewEntry['action'] = firstChange ? 'publish' : 'compose';
  if (canary) action = 'canary';
  const entry: NewEntry = {
    action,
    changes,
    ...canary,
    checkout,
    skipTypes,
    skipSmokeTest,
    replace,
  };

  if (!ledger.live && versions['host'] === undefined) return planWaiting(builds, versions, entry);

  const releases = replaceReleases(ledger, versions);
  requireNoCanaryConflict(ledger, releases, entry);
  // Only `npm start` sets `checkout`.
  const isStart = checkout !== undefined;
  const untestedBuilds = builds.filter(
    ({ isUntested }) => !isStart && !skipSmokeTest && isUntested,
  );
  const rollbacks = findRollbacks(ledger.history, entry, releases);
  const steps = noSteps
    .check(...builds.map(checkRelease))
    .next(composePages(createLiveRecipe(ledger.settings, releases)))
    .check(
      checkLoss(),
      checkBudget(apps, reasons.overBudget),
      checkStyles(),
      untestedBuilds.length > 0 && smokeTest(untestedBuilds.map(({ app }) => app)),
      rollbacks.length > 0 && checkRollbacks(rollbacks, reasons.noRollback),
    )
    .nextAll(...builds.map(upload), storePages, renewRunningCanary(ledger, entry, releases))
    .next(commit({ entry }))
    .next(goLive(formatGoLiveTitle(entry)));
  if (!firstChange) return { ...steps, outcome: unchangedOutcome };
  const live = `${formatChanges(changes)} ${changes.length > 1 ? 'are' : 'is'} live.`;
  return { ...steps, outcome: canary ? formatCanaryOutcome(firstChange, canary.share) : live };
}

/** @throws UserError if a release would replace an app of another repository */
function requireSameRepository(app: string, input: PlanInput): void {
  const { repositories } = requireBuild(app, input);
  if (!repositories) return;
  throw new UserError(
    `The ${app} of this site comes from ${repositories.live}, and this one from ${repositories.next}: give it another name, or replace the live one with a reason for the history: --replace "<reason>".`,
  );
}

/** @throws UserError if there is no live site beside the canary, or the canary would be the live release */
function requireLiveBesideCanary(
  ledger: Ledger,
  versions: ReleaseSet,
  change: ReleaseChange | undefined,
): void {
  if (!ledger.live)
    throw new UserError(
      'Nothing is live yet, and a canary is shown beside the live site; publish without --canary.',
    );
  if (!change) {
    throw new UserError(
      `${formatReleases(versions)} is live, but incomplete in the store: publish it again without --canary.`,
    );
  }
}
