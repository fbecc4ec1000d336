import { UserError } from '@composed/command/errors';
import { type Ledger, readLedger, wantedAliases, writeNext } from '../../ledger/ledger';
import { type LedgerChange, nextLedger, type RecordedDeployment } from '../../ledger/next-ledger';
import { formatCount } from '@composed/command/format';
import type { NextDeployment, StepContext, Step } from './step';
import type { Store } from '../../store/store';

/*
 * The last two steps of every change: the commit to the ledger, and the move of the aliases, by which visitors get other
 * pages. A command that is killed between the two has gone live, and the next command moves the aliases (./recover.ts).
 */

/** The ledger, and the targets of the aliases. */
export type LedgerState = Pick<StepContext, 'ledger' | 'aliases'>;

function recordOf(next: NextDeployment): RecordedDeployment {
  const { deployment, releases, data, siteUrl, telemetry, rollbackChecks } = next;
  return { deployment: deployment.id, releases, data, siteUrl, telemetry, rollbackChecks };
}

/**
 * Creates the next revision of the ledger. Of several publishers the first to do so wins, and the others plan again.
 * The step is given the next deployment, or null for none.
 */
export function commit(
  change: Pick<LedgerChange, 'entry' | 'settings' | 'pruning'>,
): Step<NextDeployment | null, Ledger | null> {
  const { entry, pruning } = change;
  const title = pruning
    ? `Commit which ${formatCount(pruning.length, 'file')} go`
    : `Commit the ${entry.action}`;
  return {
    title,
    commits: true,
    async run({ tool, ledger }, next) {
      const record = next && recordOf(next);
      const canary = next?.canary ?? null;
      const renewed = canary && 'deployment' in canary ? recordOf(canary) : null;
      const isSame = record && ledger.live?.deployment === record.deployment;
      const isSameCanary = ledger.canary?.deployment === renewed?.deployment;
      if (entry.action === 'compose' && isSame && isSameCanary) {
        return { output: null, detail: 'nothing changed' };
      }
      const why =
        canary && 'problem' in canary ? { reason: `the canary ended: ${canary.problem}` } : {};
      const output = await writeNext(
        tool.store,
        ledger,
        nextLedger(ledger, {
          ...change,
          entry: { ...entry, ...next?.overrides, ...why },
          composed: record,
          renewed,
          by: tool.by,
          at: (await tool.storeNow()).toISOString(),
        }),
      );
      if (!output) throw new UserError('Another command changed the ledger first.');
      return { output, detail: `revision ${output.revision}` };
    },
  };
}

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
    const wantedTargets = wantedAliases(ledger);
    const misplacedAliases = [...wantedTargets].filter(
      ([alias, target]) => aliases.get(alias) !== target,
    );
    const unwantedAliases = [...aliases.keys()].filter((alias) => !wantedTargets.has(alias));
    for (const [alias, target] of misplacedAliases) await store.point(alias, target);
    for (const alias of unwantedAliases) await store.point(alias, null);
    const hasMoved = misplacedAliases.length + unwantedAliases.length > 0;
    const revision = hasMoved ? ((await store.readLedger())?.revision ?? 0) : ledger.revision;
    if (revision === ledger.revision) return { ledger, aliases: wantedTargets };
  }
}
