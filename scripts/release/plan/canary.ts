import type { CanaryOptions } from '../commands';
import type { Entry } from '../history';
import type { Canary, Change, Ledger } from '../ledger';
import { Refusal } from '../refusal';
import type { Plan } from './parts';

/** What a canary begins with, as data for the history. */
export function canaryEntry({ share, promoteAfter }: CanaryOptions, change: Change): Entry {
  const after = promoteAfter === null ? {} : { promoteAfter };
  return { action: 'canary', changes: [change], share, ...after };
}

export function canaryOutcome({ app, from, to }: Change, share: number): string {
  return `${app} ${to} is a canary for ${share} % of the visitors; the others stay with ${from ?? 'nothing'}.`;
}

/** @throws Refusal when there is none, or another than the one that is meant */
function runningCanary({ canary }: Ledger, meant?: string): Canary {
  if (!canary) throw new Refusal('No canary is running; publish or roll back with --canary.');
  if (meant === undefined || canary.composition === meant) return canary;
  throw new Refusal(`The canary is another one by now: ${canary.app} ${canary.version}.`);
}

function changeOf({ live }: Ledger, { app, version }: Canary): Change {
  return { app, from: live?.releases[app] ?? null, to: version };
}

/** More visitors, or fewer, for the canary that is running. */
export function planShare({ share, promoteAfter }: CanaryOptions, ledger: Ledger): Plan {
  const canary = runningCanary(ledger);
  const change = changeOf(ledger, canary);
  const entry = {
    ...canaryEntry({ share, promoteAfter }, change),
    action: 'canary-share',
  } as const;
  return {
    steps: [
      { do: 'record', entry },
      { do: 'activate', title: `Show it to ${share} % of the visitors` },
    ],
    outcome: canaryOutcome(change, share),
  };
}

/** The very pages of the canary go live: nothing is composed or checked again. */
export function planPromote(composition: string | undefined, ledger: Ledger): Plan {
  const change = changeOf(ledger, runningCanary(ledger, composition));
  return {
    steps: [
      { do: 'record', entry: { action: 'promote', changes: [change] } },
      { do: 'activate', title: 'Go live' },
    ],
    outcome: `${change.app} ${change.to} is live for everybody.`,
  };
}

export function planAbort(
  reason: string | null,
  composition: string | undefined,
  ledger: Ledger,
): Plan {
  const change = changeOf(ledger, runningCanary(ledger, composition));
  const why = reason === null ? {} : { reason };
  return {
    steps: [
      { do: 'record', entry: { action: 'abort', changes: [change], ...why } },
      { do: 'activate', title: 'Take the canary away' },
    ],
    outcome: `The canary of ${change.app} ${change.to} is gone; ${change.from ?? 'nothing'} is live for everybody.`,
  };
}
