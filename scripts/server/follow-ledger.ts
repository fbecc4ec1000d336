import { repeat } from '../operations/repeat';
import { emptyLedger, type Ledger, readLedger } from '../release/ledger';
import { formatEntry } from '../release/reports/text';
import type { Store } from '../release/stores/store';

/** Milliseconds between two looks at what is live. */
export const pollEvery = 1000;

/** What happened from one revision of the ledger to another, for the log of a server. */
export function eventsBetween(before: Ledger, { history, revision }: Ledger) {
  const known = new Set(before.history.map((entry) => JSON.stringify(entry)));
  return history
    .filter((entry) => !known.has(JSON.stringify(entry)))
    .map((entry) => ({
      level: entry.action === 'abort' ? ('warn' as const) : ('info' as const),
      facts: {
        ...{ action: entry.action, what: formatEntry(entry) },
        ...{ composition: entry.composition, revision },
      },
    }));
}

/**
 * Looks at the ledger of a store each second.
 * @param accept takes a new ledger, which counts as read once it resolves
 */
export async function followLedger(
  store: Store,
  accept: (next: Ledger, before: Ledger) => Promise<void>,
) {
  let ledger: Ledger | null = null;
  let awaySince: Date | null = null;
  const polls = { answered: 0, failed: 0 };
  const look = async () => {
    try {
      const newest = (await store.readLedger())?.revision ?? 0;
      if (newest !== ledger?.revision) {
        const next = newest === 0 ? emptyLedger : await readLedger(store);
        await accept(next, ledger ?? next);
        ledger = next;
      }
      awaySince = null;
      polls.answered += 1;
    } catch {
      awaySince ??= new Date();
      polls.failed += 1;
    }
  };
  await look();
  return {
    /** Null until the store has answered once. */
    ledger: () => ledger,
    /** Since when the store has not answered; null while it does. */
    awaySince: () => awaySince,
    polls,
    stop: repeat(pollEvery, look),
  };
}
