import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { formatError } from '@composed/command/format';
import { readJudge } from '@composed/http/telemetry/read-counts';
import { type Canary, type Ledger, writeNextLedger } from '@composed/release/ledger';
import type { Store } from '@composed/release/store';

/** Milliseconds after which a failed write check is repeated. */
const retryInterval = 60_000;

/**
 * Returns a function that checks that this server may write to the store. It checks once for each canary, and again
 * each minute after a failure. It throws an Error with one sentence when the server may not.
 */
export function createWriteProbe(store: Store) {
  let lastCheck: { canary: string; at: number; problem: string | null } | null = null;
  return async (canary: string): Promise<void> => {
    const isDue = lastCheck?.problem != null && performance.now() - lastCheck.at > retryInterval;
    if (lastCheck?.canary !== canary || isDue) {
      const failure = await store.checkAccess('conditions').then(() => null, formatError);
      lastCheck = { canary, at: performance.now(), problem: failure };
    }
    if (lastCheck.problem === null) return;
    throw new Error(`This server counts telemetry but cannot judge canaries: ${lastCheck.problem}`);
  };
}

interface JudgingServer {
  readonly store: Store;
  /** The folder of the database that counts visits. */
  readonly dataDir: string;
  readonly probe: ReturnType<typeof createWriteProbe>;
}

/**
 * Makes this server the judge of a canary that has none.
 * @returns the ledger that names this server as the judge, or null without a database or when another server was faster
 * @throws Error when a server with another database is the judge
 */
export async function becomeJudge(
  { store, dataDir, probe }: JudgingServer,
  ledger: Ledger,
  canary: Canary,
): Promise<Ledger | null> {
  const id = readJudge(dataDir);
  if (canary.judge?.id === id) return ledger;
  if (canary.judge) {
    throw new Error(
      `The canary of ${canary.app} ${canary.version} is judged by ${canary.judge.name}, which does not see the visits that are counted here; if it is gone, let another one judge: npm run release -- canary ${canary.share}`,
    );
  }
  if (id === null) return null;
  await probe(canary.deployment);
  const ownJudge = { id, name: hostname(), secret: randomBytes(32).toString('base64url') };
  return writeNextLedger(store, ledger, { canary: { ...canary, judge: ownJudge } });
}
