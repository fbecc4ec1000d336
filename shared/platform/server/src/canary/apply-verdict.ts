import type { FastifyBaseLogger } from 'fastify';
import type { Environment } from '@composed/command/environment';
import { formatError } from '@composed/command/format';
import type { SiteServices } from '@composed/http/services/site-services';
import { readTelemetry } from '@composed/http/telemetry/read-counts';
import { listFaults } from '@composed/release/stacks/faults';
import { type Canary, readLedger } from '@composed/release/ledger';
import type { Store } from '@composed/release/store';
import type { Verdict } from './judge';

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** The source position of a release's most frequent fault, for the reason of an abort; '' if it is unknown. */
async function findWorstPosition(store: Store, dataDir: string, canary: Canary): Promise<string> {
  const { app, version, since } = canary;
  const rows = readTelemetry(dataDir, Date.parse(since) || 0);
  const faults = await listFaults(store, { day: rows, month: rows });
  const worst = faults.find(
    (fault) => fault.app === app && fault.version === version && fault.position !== null,
  );
  return worst ? `; it fails most at ${worst.position}` : '';
}

/** Everything that a judge needs to promote or abort a canary. */
interface JudgeContext {
  readonly store: Store;
  readonly environment: Environment;
  readonly services: SiteServices;
}

/**
 * Promotes or aborts a canary.
 * @throws Error with one sentence when that fails, unless another command has ended the canary first
 */
export async function applyVerdict(
  { store, environment, services }: JudgeContext,
  verdict: Verdict,
  canary: Canary,
  log: Log,
): Promise<void> {
  const { action } = verdict;
  const { deployment, app, version } = canary;
  if (action === 'hold') return;
  // The verdict does not depend on the source position, so errors while looking for it are ignored.
  const position =
    action === 'abort'
      ? await findWorstPosition(store, environment.dataDir, canary).catch(() => '')
      : '';
  const reason = verdict.reason + position;
  try {
    // Loaded on demand, so that a server starts without the code that publishes.
    const { changeSite } = await import('@composed/release/change/run/change-site');
    const { openReleaseTool } = await import('@composed/release/tool');
    const tool = { ...(await openReleaseTool(environment, services)), by: 'the judge' };
    await changeSite({ name: action, reason, deployment }, tool, (_title, work) =>
      work(() => undefined),
    );
    if (action === 'abort') log.warn({ app, version, reason }, 'canary aborted');
    else log.info({ app, version, reason }, 'canary promoted');
  } catch (error) {
    if ((await readLedger(store)).canary?.deployment !== deployment) return;
    const sentence = `The verdict on the canary of ${app} ${version} is to ${action} it (${reason})`;
    throw new Error(`${sentence}, but that failed: ${formatError(error)}`, { cause: error });
  }
}
