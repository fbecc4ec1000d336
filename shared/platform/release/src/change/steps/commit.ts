import { UserError } from '@composed/command/errors';
import { formatCount } from '@composed/command/format';
import { type Ledger, writeNextLedger } from '../../ledger/ledger';
import {
  type LedgerChange,
  createNextLedger,
  type RecordedDeployment,
} from '../../ledger/next-ledger';
import type { NextDeployment, Step } from '../step';

function recordOf(next: NextDeployment): RecordedDeployment {
  const { deployment, releases, data, siteUrl, telemetry, rollbackChecks } = next;
  return { deployment: deployment.id, releases, data, siteUrl, telemetry, rollbackChecks };
}

/**
 * Creates the step that writes the next revision of the ledger. If several publishers do so, one of them succeeds and the
 * others plan again. The input of the step is the next deployment, or null if no pages change.
 */
export function commit(
  change: Pick<LedgerChange, 'entry' | 'settingsChange' | 'pruning'>,
): Step<NextDeployment | null, Ledger | null> {
  const { entry, pruning } = change;
  const title = pruning
    ? `Commit which ${formatCount(pruning.length, 'file')} go`
    : `Commit the ${entry.action}`;
  return {
    title,
    access: 'writes',
    commits: true,
    async run({ tool, ledger }, next) {
      const record = next && recordOf(next);
      const canary = next?.canary ?? null;
      const renewedCanary = canary && 'deployment' in canary ? recordOf(canary) : null;
      const isSame = record && ledger.live?.deployment === record.deployment;
      const isSameCanary = ledger.canary?.deployment === renewedCanary?.deployment;
      if (entry.action === 'compose' && isSame && isSameCanary) {
        return { output: null, detail: 'nothing changed' };
      }
      const cause =
        canary && 'problem' in canary ? { reason: `the canary ended: ${canary.problem}` } : {};
      const output = await writeNextLedger(
        tool.store,
        ledger,
        createNextLedger(ledger, {
          ...change,
          entry: { ...entry, ...next?.overrides, ...cause },
          nextDeployment: record,
          renewedCanary,
          by: tool.by,
          at: (await tool.storeNow()).toISOString(),
        }),
      );
      if (!output) throw new UserError('Another command changed the ledger first.');
      return { output, detail: `revision ${output.revision}` };
    },
  };
}
