import { type Ledger, readLedger, findExpectedAliases } from '../../ledger/ledger';
import type { Store } from '../../store/store';
import type { StepContext, Step } from './step';

/*
 * The last step of every change. If a command is killed between the commit (./commit.ts) and this step, the next command
 * moves the aliases (./recover.ts).
 */

/** The ledger, and the targets of the aliases. */
export type LedgerState = Pick<StepContext, 'ledger' | 'aliases'>;

/** Creates the step that moves the aliases to the committed deployments, which visitors get from then on. */
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
