import { isDeepStrictEqual } from 'node:util';
import { sideBySide } from '@composed/command/side-by-side';
import type { Deployment } from '@composed/compose/deployment';
import { appOf } from '@composed/contracts/remote-names';
import { composeDeployment, formatRefusal } from '../../deployments/compose-deployment';
import { findNewlyEmpty, readReplacedDeployment } from '../../deployments/replaced-deployment';
import type { RollbackCheck } from '../../ledger/ledger';
import { overlayMarkup } from '../../store/overlay';
import { keys } from '../../store/store';
import type { NextDeployment, Rollback, StepContext } from '../step';
import { findLoss } from './find-loss';

/**
 * Composes the deployment after these rollbacks.
 * @returns its markup, and the reason why it is impossible, or null
 */
async function composeAfter(
  context: StepContext,
  next: NextDeployment,
  rollbacks: readonly Rollback[],
): Promise<Pick<RollbackCheck, 'problem'> & Pick<Deployment, 'newCacheEntries' | 'empty'>> {
  const to = Object.fromEntries(rollbacks.map((rollback) => [rollback.app, rollback.to]));
  const releases = { ...next.releases, ...to };
  // If these rollbacks undo the whole change, they lead to the live deployment.
  const live =
    isDeepStrictEqual(releases, context.ledger.live?.releases) &&
    (await readReplacedDeployment(context));
  if (live) return { problem: null, newCacheEntries: [], empty: [...live.empty] };
  const { deployment, data } = next;
  const store = overlayMarkup(context.overlay, deployment.newCacheEntries);
  const { empty } = deployment;
  const before = { releases: next.releases, data, pages: [...deployment.pages.keys()], empty };
  try {
    const { compose } = context.tool;
    const composed = await composeDeployment({ store, compose }, { ...next, releases });
    const afterRollback = { ...next, releases, deployment: composed };
    return { ...composed, problem: await findLoss(store, before, afterRollback, true) };
  } catch (error) {
    return { problem: formatRefusal(error), newCacheEntries: [], empty };
  }
}

/**
 * Composes the site after each rollback. Rollbacks of unchanged remotes that were possible before are first composed all
 * together, and one by one only if that fails.
 */
async function composeEach(
  context: StepContext,
  next: NextDeployment,
  rollbacks: readonly Rollback[],
) {
  const live = context.ledger.live;
  const couldGoBack = ({ app, to }: Rollback) =>
    live?.rollbackChecks.some(
      (check) => check.app === app && check.to === to && check.problem === null,
    );
  const isAsBefore = (rollback: Rollback) =>
    rollback.app !== 'host' &&
    live?.releases[rollback.app] === next.releases[rollback.app] &&
    couldGoBack(rollback);
  const likelyRollbacks = rollbacks.filter(isAsBefore);
  const sharedAttempt =
    likelyRollbacks.length > 1 ? composeAfter(context, next, likelyRollbacks) : null;
  // A failure is thrown where the promise is awaited below.
  sharedAttempt?.catch(() => undefined);
  let composedCount = 0;
  const outcomes = await sideBySide(rollbacks, async (rollback) => {
    const sharedOutcome = likelyRollbacks.includes(rollback) ? await sharedAttempt : null;
    const outcome =
      sharedOutcome?.problem === null
        ? sharedOutcome
        : await composeAfter(context, next, [rollback]);
    composedCount += 1;
    context.reportProgress?.(composedCount, rollbacks.length);
    return { ...rollback, ...outcome };
  });
  const newCacheEntries = new Set(outcomes.flatMap((check) => check.newCacheEntries));
  const checks = outcomes.map(({ app, to, problem, empty }): RollbackCheck => {
    const newlyEmpty = findNewlyEmpty(next.deployment, { empty }).filter(
      (id) => app === 'host' || appOf(id) === app,
    );
    return { app, to, problem, ...(newlyEmpty.length > 0 ? { empties: newlyEmpty } : {}) };
  });
  return { checks, newCacheEntries };
}

/**
 * Composes the site after each rollback: the earlier release of one app with the new releases of the others.
 * @returns the deployment with these checks
 */
export async function composeRollbacks(
  context: StepContext,
  next: NextDeployment,
  rollbacks: readonly Rollback[],
): Promise<NextDeployment> {
  const storedRollbacks = rollbacks.map(async (rollback) => {
    const manifest = await context.overlay.get(keys.manifest(rollback.app, rollback.to));
    return manifest ? [rollback] : [];
  });
  const { checks, newCacheEntries } = await composeEach(
    context,
    next,
    (await Promise.all(storedRollbacks)).flat(),
  );
  // The markup after the rollbacks is cached, too, so that the next publish need not render it again.
  const { deployment } = next;
  const deploymentWithMarkup = {
    ...deployment,
    newCacheEntries: [...deployment.newCacheEntries, ...newCacheEntries],
  };
  return { ...next, deployment: deploymentWithMarkup, rollbackChecks: checks };
}
