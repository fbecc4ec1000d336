import { type Ledger, readLedger, wantedPointers, writeNext } from './ledger';
import { keys, type Store } from './stores/store';

/**
 * Makes every pointer lead where the ledger says: the instant in which a command goes live. Another
 * process may do the same for a newer ledger meanwhile, so the ledger is read again until it has not
 * changed.
 */
export async function activate(store: Store): Promise<Ledger> {
  for (let ledger = await readLedger(store); ;) {
    const wanted = wantedPointers(ledger);
    const pointers = await store.pointers();
    for (const [pointer, composition] of wanted) {
      if (pointers.get(pointer) !== composition) await store.point(pointer, composition);
    }
    for (const pointer of pointers.keys()) {
      if (!wanted.has(pointer)) await store.point(pointer, null);
    }
    const now = await readLedger(store);
    if (now.revision === ledger.revision) return now;
    ledger = now;
  }
}

/**
 * Finishes what a killed command began: its temporary files, a prune that was cut off, pointers that
 * do not follow the ledger. Every command that changes the site begins here.
 */
export async function recover(store: Store): Promise<Ledger> {
  await store.sweep();
  for (;;) {
    const ledger = await activate(store);
    if (ledger.pruning) await finishPruning(store, ledger);
    else {
      // Whoever moved these was killed before it could look at the ledger again.
      await restoreTrash(store);
      return ledger;
    }
  }
}

/**
 * Removes the files that a prune has chosen, and says so in the ledger. Somebody else may finish the
 * same prune and publish one of these files again while we are between two lines, so files go to the
 * trash first, and back when the ledger has changed.
 */
export async function finishPruning(store: Store, ledger: Ledger): Promise<void> {
  for (const key of ledger.pruning?.keys ?? []) {
    if ((await store.readLedger())?.revision !== ledger.revision) return restoreTrash(store);
    await store.move(key, keys.trash(key));
  }
  if (!(await writeNext(store, ledger, { pruning: null }))) return restoreTrash(store);
  for (const key of ledger.pruning?.keys ?? []) await store.remove(keys.trash(key));
}

/** Backwards, so that what makes a release or composition whole comes back last. */
async function restoreTrash(store: Store): Promise<void> {
  const trashed = (await store.list(keys.trash(''))).map(({ key }) => keys.untrash(key));
  for (const key of trashed.sort(wholenessFirst).reverse()) await store.move(keys.trash(key), key);
}

/** Order of removal: what says that a release or composition is whole goes first, comes back last. */
export function wholenessFirst(a: string, b: string): number {
  const rank = (key: string) => (/\/release\.json$|^compositions\/[^/]+\.json$/.test(key) ? 0 : 1);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}
