import { type Ledger, readLedger, expectedAliases } from '../../ledger/ledger';
import type { Store } from '../../store/store';
import type { StepContext, Step } from './step';

/*
 * The last step of every change. A command that is killed between the commit (./commit.ts) and this step has gone live;
 * the next command moves the aliases (./recover.ts).
 */

/** The ledger, and the targets of the aliases. */
export type LedgerState = Pick<StepContext, 'ledger' | 'aliases'>;

/** Moves the aliases to the committed deployments. */
export function goLive(title: string): Step<Ledger | null, Ledger> {
  return {
    title,
    async run({ tool, aliases }, committed) {
      const knownState = committed ? { ledger: committed, aliases } : undefined;
      return { output: (await moveAliases(tool.store, knownState)).ledger, detail: '' };
    },
  };
}

/**
 * Makes every alias lead where the ledger says: from here on visitors get the new pages. Another process may do the
 * same for a newer ledger meanwhile, so the ledger is read again until it has not changed.
 * @param knownState the state that this process has just read and written, which need not be read again
 */
export async function moveAliases(store: Store, knownState?: LedgerState): Promise<LedgerState> {
  // The aliases are read first, so the ledger is the newer of the two.
  const look = async () => ({ aliases: await store.aliases(), ledger: await readLedger(store) });
  for (let state = knownState ?? (await look()); ; state = await look()) {
    const { ledger, aliases } = state;
    const wantedTargets = expectedAliases(ledger);
    const misplacedAliases = [...wantedTargets].filter(
      ([alias, target]) => aliases.get(alias) !== target,
    );
    const unexpectedAliases = [...aliases.keys()].filter((alias) => !wantedTargets.has(alias));
    for (const [alias, target] of misplacedAliases) await store.point(alias, target);
    for (const alias of unexpectedAliases) await store.point(alias, null);
    const hasMoved = misplacedAliases.length + unexpectedAliases.length > 0;
    const revision = hasMoved ? ((await store.readLedger())?.revision ?? 0) : ledger.revision;
    if (revision === ledger.revision) return { ledger, aliases: wantedTargets };
  }
}
