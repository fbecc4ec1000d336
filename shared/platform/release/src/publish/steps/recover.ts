import { moveAliases, type LedgerState } from './go-live';
import { type Ledger, writeNext } from '../../ledger/ledger';
import { keys, type Store } from '../../store/store';

/**
 * Finishes the work of a killed command: temporary files, a prune that was cut off, aliases that do not follow the
 * ledger. Every command that changes the site begins here.
 */
export async function recover(store: Store): Promise<LedgerState> {
  await store.sweep();
  for (;;) {
    const state = await moveAliases(store);
    if (state.ledger.pruning) await finishPruning(store, state.ledger);
    else {
      // A prune may have been killed before it looked at the ledger again.
      await restoreTrash(store);
      // The cache beside the live alias may hold files that a prune has removed since.
      if (isPrunedSince(state.ledger)) await store.sweep();
      return state;
    }
  }
}

/** Whether there was a prune after the live deployment went live. */
function isPrunedSince({ live, history }: Ledger): boolean {
  const last = history.findLastIndex(({ deployment }) => deployment === live?.deployment);
  return history.findLastIndex(({ action }) => action === 'prune') > last;
}

/**
 * Removes the files of a prune, and says so in the ledger. Another process may finish the same prune and publish one of
 * these files again meanwhile, so files go to the trash first, and back when the ledger has changed.
 */
export async function finishPruning(store: Store, ledger: Ledger): Promise<void> {
  for (const key of ledger.pruning ?? []) {
    if ((await store.readLedger())?.revision !== ledger.revision) return restoreTrash(store);
    await store.move(key, keys.trash(key));
  }
  if (!(await writeNext(store, ledger, { pruning: null }))) return restoreTrash(store);
  for (const key of ledger.pruning ?? []) await store.remove(keys.trash(key));
}

/** Brings files back in reverse order, so that manifests and indexes come back last. */
async function restoreTrash(store: Store): Promise<void> {
  const trashed = (await store.list(keys.trash(''))).map(({ key }) => keys.untrash(key));
  for (const key of trashed.sort(inRemovalOrder).reverse()) await store.move(keys.trash(key), key);
}

/** Order of removal: the manifest of a release and the index of a deployment, which say that it is whole, go first. */
export function inRemovalOrder(a: string, b: string): number {
  const rank = (key: string) => (/\/release\.json$|^deployments\/[^/]+\.json$/.test(key) ? 0 : 1);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}
