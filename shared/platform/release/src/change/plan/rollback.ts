import { UserError } from '@composed/command/errors';
import { createUnknownNameError } from '@composed/command/usage';
import type { SiteCommand } from './site-command';
import {
  appsOf,
  type NewEntry,
  formatChanges,
  matchId,
  findPreviousRelease,
  findPastVersions,
} from '../../ledger/history';
import { type Ledger, nothingLiveMessage } from '../../ledger/ledger';
import type { CommandPlan } from '../step';
import { formatCanaryOutcome } from './canary';
import type { PlanInput } from './plan-input';
import { recompose } from './recompose';
import { replaceReleases } from './live-releases';

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
  if (!input.stored.has(`${app}/${target}`)) {
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

/** Finds a version that was live by its beginning. */
function matchVersion(app: string, text: string, ledger: Ledger, input: PlanInput): string {
  const versions = [...findPastVersions(ledger.history, app)];
  const match = matchId(versions, text);
  if (match !== undefined) return match;
  const ids = versions.filter((version) => input.stored.has(`${app}/${version}`));
  throw new UserError(`${app} ${text} was never live; what was and is kept: ${ids.join(', ')}.`);
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
