import { UserError } from '@composed/command/errors';
import type { SiteCommand } from './site-command';
import { appsOf, type NewEntry } from '../../ledger/history';
import { formatChanges } from '../../ledger/release-set';
import { matchId } from '../../ledger/match-id';
import { findPreviousRelease, findPastVersions } from '../../ledger/rollback-path';
import type { Ledger } from '../../ledger/ledger';
import type { CommandPlan } from '../step';
import { formatCanaryOutcome } from './canary';
import type { PlanInput } from './plan-input';
import { recompose } from './recompose';
import { replaceReleases, requireLiveVersion } from './live-releases';

/** Plans to put an earlier release of an app live, or to make it the canary. Also brings back an app that was removed. */
export function planRollback(
  command: Extract<SiteCommand, { name: 'rollback' }>,
  ledger: Ledger,
  input: PlanInput,
): CommandPlan {
  const { app, to, canary = null } = command;
  const isKnown = findPastVersions(ledger.history, app).size > 0;
  const from =
    ledger.live && isKnown
      ? (ledger.live.releases[app] ?? null)
      : requireLiveVersion(app, ledger, ledger.history.flatMap(appsOf));
  const target = to === null ? findPrevious(app, ledger) : matchVersion(app, to, ledger, input);
  if (target === from) throw new UserError(`${app} ${target} is live already.`);
  if (!input.storedRollbackTargets.has(`${app}/${target}`)) {
    throw new UserError(`${app} ${target} is no longer in the store; choose one with --to.`);
  }
  const change = { app, from, to: target };
  const releases = replaceReleases(ledger, { [app]: target });
  const action = canary ? 'canary' : 'rollback';
  const entry: NewEntry = { action, changes: [change], ...canary };
  return {
    ...recompose(ledger, { releases, entry }),
    outcome: canary
      ? formatCanaryOutcome(change, canary.share)
      : `${formatChanges([change])} is live again.`,
  };
}

function findPrevious(app: string, ledger: Ledger): string {
  const previous = findPreviousRelease(ledger.history, ledger.live?.releases ?? {}, app);
  if (previous) return previous;
  throw new UserError(`${app} has no earlier release to go back to.`);
}

/** Finds a past version by its prefix. */
function matchVersion(app: string, text: string, ledger: Ledger, input: PlanInput): string {
  const versions = [...findPastVersions(ledger.history, app)];
  const match = matchId(versions, text);
  if (match !== undefined) return match;
  const ids = versions.filter((version) => input.storedRollbackTargets.has(`${app}/${version}`));
  throw new UserError(
    `${app} ${text} was never live; these versions were, and are in the store: ${ids.join(', ')}.`,
  );
}
