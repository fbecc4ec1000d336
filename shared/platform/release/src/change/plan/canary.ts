import { UserError } from '@composed/command/errors';
import type { NewEntry, EntryChanges } from '../../ledger/history';
import { sortReleases } from '../../ledger/release-set';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import type { ReleaseChange, Ledger } from '../../ledger/ledger';
import { isJudged } from '../../ledger/site-settings';
import { renewCanary } from '../steps/renew-canary';
import type { CommandPlan } from '../step';
import { commitWithoutPages, findRollbacks, formatGoLiveTitle } from './live-releases';

export function formatCanaryOutcome({ app, from, to }: ReleaseChange, share: number): string {
  return `${app} ${to} is a canary for ${share} % of the visitors; the others stay with ${from ?? 'nothing'}.`;
}

/**
 * Returns the change of releases that the running canary tries.
 * @param id the expected deployment of the canary; by default any
 * @throws UserError if no canary, or another one, is running
 */
function requireCanaryChange({ live, canary }: Ledger, id?: string): ReleaseChange {
  if (!canary) throw new UserError('No canary is running; publish or roll back with --canary.');
  const { app, version, deployment } = canary;
  if (id === undefined || deployment === id) {
    return { app, from: live?.releases[app] ?? null, to: version };
  }
  throw new UserError(`Another canary is running now: ${app} ${version}.`);
}

/** Gives the running canary another share of the visitors. */
export function planCanaryShare(share: number, ledger: Ledger): CommandPlan {
  const change = requireCanaryChange(ledger);
  const promoteAfter = ledger.canary?.promoteAfter ?? undefined;
  const entry = { action: 'canary', changes: [change], share, promoteAfter } as const;
  return commitWithoutPages(entry, formatGoLiveTitle(entry), formatCanaryOutcome(change, share));
}

/** Puts the pages of the canary live as they are. Nothing is composed or checked again. */
export function planPromote(deployment: string | undefined, ledger: Ledger): CommandPlan {
  const change = requireCanaryChange(ledger, deployment);
  const outcome = `${change.app} ${change.to} is live for everybody.`;
  return commitWithoutPages({ action: 'promote', changes: [change] }, 'Go live', outcome);
}

/** Ends the canary. Its visitors get the live site with their next document. */
export function planAbort(reason: string | null, deployment: string | undefined, ledger: Ledger) {
  const change = requireCanaryChange(ledger, deployment);
  return commitWithoutPages(
    { action: 'abort', changes: [change], reason: reason ?? undefined },
    'Remove the canary',
    `The canary of ${change.app} ${change.to} is gone; ${change.from ?? 'nothing'} is live for everybody.`,
  );
}

/**
 * Checks that an entry does not conflict with a canary: only one can run at a time, the release of its app must not change
 * until it ends, and automatic promotion needs a judge.
 * @throws UserError naming the rule
 */
export function requireNoCanaryConflict(
  ledger: Ledger,
  releases: ReleaseSet,
  entry: NewEntry,
): void {
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

/** Creates the step that composes the running canary with the next live releases; false if none is running. */
export function renewRunningCanary({ canary, history }: Ledger, entry: NewEntry, live: ReleaseSet) {
  if (!canary || entry.action === 'canary') return false;
  const { app, version } = canary;
  const releases = sortReleases({ ...live, [app]: version });
  const promotion: EntryChanges = {
    action: 'canary',
    changes: [{ app, from: live[app] ?? null, to: version }],
  };
  return renewCanary(releases, findRollbacks([...history, entry], promotion, releases));
}
