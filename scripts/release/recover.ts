import { emptyLedger, type Ledger, parseLedger, serializeLedger } from './ledger';
import type { Pointer, Store } from './stores/store';

/** @throws Error with one clear sentence when the ledger is damaged */
export async function readLedger(store: Store): Promise<Ledger> {
  const stored = await store.readLedger();
  return stored ? parseLedger(stored.text, `revision ${stored.revision}`) : emptyLedger;
}

/**
 * Writes the successor of `ledger`.
 * @returns the new ledger, or null when somebody else was faster
 */
export async function swapLedger(store: Store, ledger: Ledger, changes: Partial<Ledger>) {
  const next: Ledger = { ...ledger, ...changes, revision: ledger.revision + 1 };
  return (await store.swapLedger(ledger.revision, serializeLedger(next))) ? next : null;
}

/** Where every pointer must lead. */
export function wantedPointers(ledger: Ledger): Map<Pointer, string> {
  const wanted = new Map<Pointer, string>();
  if (ledger.live) wanted.set('live', ledger.live.composition);
  for (const [name, { composition }] of Object.entries(ledger.previews)) {
    wanted.set(`previews/${name}`, composition);
  }
  return wanted;
}

/**
 * Makes every pointer lead where the ledger says. Another process may do the same for a newer
 * ledger meanwhile, so the ledger is read again afterwards until it stands still.
 */
export async function activate(store: Store): Promise<Ledger> {
  for (let ledger = await readLedger(store); ;) {
    const wanted = wantedPointers(ledger);
    const standing = await store.pointers();
    for (const [pointer, composition] of wanted) {
      if (standing.get(pointer) !== composition) await store.point(pointer, composition);
    }
    for (const pointer of standing.keys()) {
      if (!wanted.has(pointer)) await store.point(pointer, null);
    }
    const now = await readLedger(store);
    if (now.revision === ledger.revision) return now;
    ledger = now;
  }
}

/**
 * Puts right what a killed command left: its unfinished files, a prune that was cut off, pointers
 * that do not follow the ledger. Every command that changes the site begins here.
 */
export async function recover(store: Store): Promise<Ledger> {
  await store.sweep();
  for (;;) {
    const ledger = await activate(store);
    if (!ledger.pruning) return ledger;
    await finishPruning(store, ledger);
  }
}

/**
 * Removes what a prune condemned and says so in the ledger. Doing it twice is fine; doing it late is
 * not, since the same key may be wanted again, so it ends when somebody else has finished it.
 */
export async function finishPruning(store: Store, ledger: Ledger): Promise<void> {
  for (const key of ledger.pruning?.keys ?? []) {
    if ((await store.readLedger())?.revision !== ledger.revision) return;
    await store.remove(key);
  }
  await swapLedger(store, ledger, { pruning: null });
}
