import type { FastifyBaseLogger } from 'fastify';
import { repeat } from '@composed/http/operations/repeat';
import { findNewEntries } from '@composed/release/ledger/history';
import { emptyLedger, isInterrupted, type Ledger, readLedger } from '@composed/release/ledger';
import { formatEntry } from '@composed/release/inspect/reports/format-report';
import type { Store } from '@composed/release/store';

/** Milliseconds between two reads of the ledger. */
export const pollInterval = 1000;

/** Milliseconds from a publisher's entry in the ledger to its last alias. One that takes longer counts as killed. */
const publishLimit = 10_000;

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;

function logChanges(log: Log, before: Ledger, { history, revision }: Ledger): void {
  for (const entry of findNewEntries(before.history, history)) {
    const { action, deployment } = entry;
    const level = action === 'abort' ? 'warn' : 'info';
    log[level]({ action, what: formatEntry(entry), deployment, revision }, 'store');
  }
}

/** Logs when a publisher was killed before its last alias, and when another publisher has finished its work. */
export function createPublisherWatch(store: Store, log: Log, limit = publishLimit) {
  let lastRevision = 0;
  let startedAt: number | null = null;
  let isLogged = false;
  return async (ledger: Ledger): Promise<void> => {
    const { revision } = ledger;
    if (revision !== lastRevision) startedAt ??= performance.now();
    lastRevision = revision;
    if (startedAt === null) return;
    if (!isInterrupted(ledger, await store.aliases())) {
      if (isLogged) log.info({ revision }, 'publish taken over');
      startedAt = null;
      isLogged = false;
    } else if (!isLogged && performance.now() - startedAt > limit) {
      log.warn({ revision }, 'publish cut off');
      isLogged = true;
    }
  };
}

/**
 * Reads the ledger of a store each second.
 * @param log gets a line for each change
 * @param accept is called with each new ledger. If it rejects, the next poll reads the ledger again.
 */
export async function followLedger(
  store: Store,
  log: Log,
  accept: (next: Ledger) => Promise<void> = () => Promise.resolve(),
) {
  let ledger: Ledger | null = null;
  let unavailableSince: Date | null = null;
  const polls = { answered: 0, failed: 0 };
  const checkPublishers = createPublisherWatch(store, log);
  const poll = async () => {
    try {
      const newest = (await store.readLedger())?.revision ?? 0;
      if (newest !== ledger?.revision) {
        const next = newest === 0 ? emptyLedger : await readLedger(store);
        await accept(next);
        if (ledger) logChanges(log, ledger, next);
        ledger = next;
      }
      await checkPublishers(ledger);
      unavailableSince = null;
      polls.answered += 1;
    } catch {
      unavailableSince ??= new Date();
      polls.failed += 1;
    }
  };
  await poll();
  return {
    /** Returns the ledger, or null until the store has responded once. */
    ledger: () => ledger,
    /** Returns since when the store has not responded, or null while it responds. */
    unavailableSince: () => unavailableSince,
    polls,
    stop: repeat(pollInterval, poll),
  };
}
