import { type Ledger, readLedger, findExpectedAliases } from './ledger';
import type { Alias, Store } from '../store/store';

/** The ledger, and the targets of the aliases. */
export interface LedgerState {
  readonly ledger: Ledger;
  /** Alias → its target. */
  readonly aliases: ReadonlyMap<Alias, string>;
}

/**
 * Points every alias to the deployment that the ledger says. Another process may do the same for a newer ledger at the
 * same time, so this is repeated until the ledger has not changed.
 * @param knownState the state that this process has just read and written, which need not be read again
 */
export async function moveAliases(store: Store, knownState?: LedgerState): Promise<LedgerState> {
  // The aliases are read first, so the ledger is the newer of the two.
  const readState = async () => ({
    aliases: await store.aliases(),
    ledger: await readLedger(store),
  });
  for (let state = knownState ?? (await readState()); ; state = await readState()) {
    const { ledger, aliases } = state;
    const targets = findExpectedAliases(ledger);
    const misplacedAliases = [...targets].filter(
      ([alias, target]) => aliases.get(alias) !== target,
    );
    const unexpectedAliases = [...aliases.keys()].filter((alias) => !targets.has(alias));
    for (const [alias, target] of misplacedAliases) await store.setAlias(alias, target);
    for (const alias of unexpectedAliases) await store.setAlias(alias, null);
    const hasMoved = misplacedAliases.length + unexpectedAliases.length > 0;
    const revision = hasMoved ? ((await store.readLedger())?.revision ?? 0) : ledger.revision;
    if (revision === ledger.revision) return { ledger, aliases: targets };
  }
}
