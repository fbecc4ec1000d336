import { moveAliases, type LedgerState } from './move-aliases';
import { type Ledger, writeNextLedger } from './ledger';
import { keys, type Store } from '../store/store';

/**
 * Finishes the work of a killed command: removes temporary files, completes a prune, and points the aliases to what the
 * ledger says. Every command that changes the site begins with this.
 */
export async function recover(store: Store): Promise<LedgerState> {
  await store.sweep();
  for (;;) {
    const state = await moveAliases(store);
    if (state.ledger.pruning) await finishPruning(store, state.ledger);
    else {
      // A prune may have been killed after it had moved files, although the ledger had changed.
      await restoreTrash(store);
      // The cache in the object of the live alias may have files that a later prune has removed.
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
 * Removes the files of a prune, and records it in the ledger. Another process may complete the same prune and then publish
 * one of these files again, so files are first moved to the trash, and restored if the ledger has changed.
 */
export async function finishPruning(store: Store, ledger: Ledger): Promise<void> {
  for (const key of ledger.pruning ?? []) {
    if ((await store.readLedger())?.revision !== ledger.revision) return restoreTrash(store);
    await store.move(key, keys.trash(key));
  }
  if (!(await writeNextLedger(store, ledger, { pruning: null }))) return restoreTrash(store);
  for (const key of ledger.pruning ?? []) await store.remove(keys.trash(key));
}

/** Restores files from the trash in reverse order, so that manifests and indexes are restored last. */
async function restoreTrash(store: Store): Promise<void> {
  const keysInTrash = (await store.list(keys.trash(''))).map(({ key }) => keys.untrash(key));
  for (const key of keysInTrash.sort(compareRemovalOrder).reverse())
    await store.move(keys.trash(key), key);
}

/** Compares keys by the order of removal. Manifests and indexes go first, since they say that a release is stored. */
export function compareRemovalOrder(a: string, b: string): number {
  const rank = (key: string) => (/\/release\.json$|^deployments\/[^/]+\.json$/.test(key) ? 0 : 1);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}
