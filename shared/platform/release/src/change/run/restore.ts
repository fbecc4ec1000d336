import { UserError } from '@composed/command/errors';
import { readDeploymentIndex } from '../../deployments/deployments';
import { extendHistory } from '../../ledger/history';
import {
  type HistoryEntry,
  parseLedger,
  type Ledger,
  listShownDeployments,
  writeNextLedger,
} from '../../ledger/ledger';
import { recover } from '../../ledger/recover';
import type { Store } from '../../store/store';
import type { ReleaseTool } from '../../tool/release-tool';

/** Whether the store has every deployment that a ledger shows. */
async function areDeploymentsStored(store: Store, ledger: Ledger): Promise<boolean> {
  const ids = listShownDeployments(ledger).map(({ deployment }) => deployment);
  const indexes = await Promise.all(ids.map((id) => readDeploymentIndex(store, id)));
  return !indexes.includes(null);
}

/**
 * Returns the newest revision before the damaged one that can be read, and whose deployments are stored.
 * @throws UserError if there is none
 */
async function findLastUsableLedger(store: Store, damagedRevision: number): Promise<Ledger> {
  for (let revision = damagedRevision - 1; revision > 0; revision -= 1) {
    const storedLedger = await store.readLedger(revision);
    if (!storedLedger) break;
    const { ledger } = parseLedger(storedLedger);
    if (ledger && (await areDeploymentsStored(store, ledger))) return ledger;
  }
  throw new UserError(
    `${store.name} keeps no revision of the ledger before ${damagedRevision} that can be read; restore it from a backup.`,
  );
}

/**
 * Restores a damaged ledger by writing an earlier revision as a new one.
 * @param isDry whether to write nothing
 * @returns the outcome in a sentence
 * @throws UserError if the ledger is not damaged, no revision can be restored, or somebody else was faster
 */
export async function restore({ store, by, storeNow }: ReleaseTool, isDry: boolean) {
  const newest = await store.readLedger();
  const damage = newest && parseLedger(newest).damage;
  if (!damage) {
    throw new UserError(
      'The ledger is not damaged; to undo a change, use "rollback" or "settings".',
    );
  }
  const before = await findLastUsableLedger(store, newest.revision);
  const result = `the site is as revision ${before.revision} left it.`;
  if (isDry) return { restored: before.revision, outcome: `Then ${result}` };
  const entry: HistoryEntry = {
    at: (await storeNow()).toISOString(),
    by,
    revision: newest.revision + 1,
    action: 'restore',
    changes: [],
    deployment: null,
    reason: `back to revision ${before.revision}. ${damage}`,
  };
  const next = await writeNextLedger(
    store,
    { ...before, revision: newest.revision },
    { history: extendHistory(before.history, entry) },
  );
  if (!next) throw new UserError('Another command changed the ledger first; look at "status".');
  await recover(store);
  return { restored: before.revision, outcome: `Restored: ${result}` };
}
