import type { FastifyBaseLogger } from 'fastify';
import { repeat } from '@composed/http/operations/repeat';
import { entriesSince } from '@composed/release/ledger/history';
import { emptyLedger, isCutOff, type Ledger, readLedger } from '@composed/release/ledger';
import { formatEntry } from '@composed/release/inspect/reports/format-report';
import type { Store } from '@composed/release/store';

/** Milliseconds between two reads of the ledger. */
export const pollEvery = 1000;

/** Milliseconds that a publisher has from its entry in the ledger to its last alias; after that it counts as killed. */
const publishLimit = 10_000;

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;

/** Logs what happened between two revisions of the ledger. */
function logChanges(log: Log, before: Ledger, { history, revision }: Ledger): void {
  for (const entry of entriesSince(before.history, history)) {
    const { action, deployment } = entry;
    const level = action === 'abort' ? 'warn' : 'info';
    log[level]({ action, what: formatEntry(entry), deployment, revision }, 'store');
  }
}

/** Logs that a publisher was killed, and when another has finished its work. */
export function watchPublishers(store: Store, log: Log, limit = publishLimit) {
  let seenRevision = 0;
  let since: number | null = null;
  let isSaid = false;
  return async (ledger: Ledger): Promise<void> => {
    const { revision } = ledger;
    if (revision !== seenRevision) since ??= performance.now();
    seenRevision = revision;
    if (since === null) return;
    if (!isCutOff(ledger, await store.aliases())) {
      if (isSaid) log.info({ revision }, 'publish taken over');
      since = null;
      isSaid = false;
    } else if (!isSaid && performance.now() - since > limit) {
      log.warn({ revision }, 'publish cut off');
      isSaid = true;
    }
  };
}

/**
 * Reads the ledger of a store each second.
 * @param log gets a line for each change
 * @param accept called with a new ledger, which counts as read when it resolves
 */
export async function followLedger(
  store: Store,
  log: Log,
  accept: (next: Ledger) => Promise<void> = () => Promise.resolve(),
) {
  let ledger: Ledger | null = null;
  let unavailableSince: Date | null = null;
  const polls = { answered: 0, failed: 0 };
  const lookAfterPublisher = watchPublishers(store, log);
  const look = async () => {
    try {
      const newest = (await store.readLedger())?.revision ?? 0;
      if (newest !== ledger?.revision) {
        const next = newest === 0 ? emptyLedger : await readLedger(store);
        await accept(next);
        if (ledger) logChanges(log, ledger, next);
        ledger = next;
      }
      await lookAfterPublisher(ledger);
      unavailableSince = null;
      polls.answered += 1;
    } catch {
      unavailableSince ??= new Date();
      polls.failed += 1;
    }
  };
  await look();
  return {
    /** The ledger, or null until the store has responded once. */
    ledger: () => ledger,
    /** Since when the store has not responded; null while it does. */
    unavailableSince: () => unavailableSince,
    polls,
    stop: repeat(pollEvery, look),
  };
}
