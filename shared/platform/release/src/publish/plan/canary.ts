import { UserError } from '@composed/command/errors';
import type { Change, Ledger } from '../../ledger/ledger';
import type { CommandPlan } from '../steps/step';
import { commitWithoutPages, goLiveTitle } from './live-pages';

export function formatOutcome({ app, from, to }: Change, share: number): string {
  return `${app} ${to} is a canary for ${share} % of the visitors; the others stay with ${from ?? 'nothing'}.`;
}

/**
 * Returns the change of releases that the running canary tries.
 * @param id the expected deployment of the canary; by default any
 * @throws UserError if no canary, or another one, is running
 */
function findChange({ live, canary }: Ledger, id?: string): Change {
  if (!canary) throw new UserError('No canary is running; publish or roll back with --canary.');
  const { app, version, deployment } = canary;
  if (id === undefined || deployment === id) {
    return { app, from: live?.releases[app] ?? null, to: version };
  }
  throw new UserError(`Another canary is running by now: ${app} ${version}.`);
}

/** Gives the running canary another share of the visitors. */
export function planShare(share: number, ledger: Ledger): CommandPlan {
  const change = findChange(ledger);
  const promoteAfter = ledger.canary?.promoteAfter ?? undefined;
  const entry = { action: 'canary', changes: [change], share, promoteAfter } as const;
  return commitWithoutPages(entry, goLiveTitle(entry), formatOutcome(change, share));
}

/** Puts the pages of the canary live as they are. Nothing is composed or checked again. */
export function planPromote(deployment: string | undefined, ledger: Ledger): CommandPlan {
  const change = findChange(ledger, deployment);
  const outcome = `${change.app} ${change.to} is live for everybody.`;
  return commitWithoutPages({ action: 'promote', changes: [change] }, 'Go live', outcome);
}

export function planAbort(reason: string | null, deployment: string | undefined, ledger: Ledger) {
  const change = findChange(ledger, deployment);
  return commitWithoutPages(
    { action: 'abort', changes: [change], reason: reason ?? undefined },
    'Take the canary away',
    `The canary of ${change.app} ${change.to} is gone; ${change.from ?? 'nothing'} is live for everybody.`,
  );
}
