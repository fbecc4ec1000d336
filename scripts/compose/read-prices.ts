import { parsePlanTables, tablesPath, type Prices } from 'shared/contracts/plans';
import { openDatabase, readDatabase } from '../services/database/open';
import { planTables } from '../services/plans/tables';
import type { Settings } from '../environment';

/** Milliseconds that the tables call may take. */
const timeLimit = 5000;

/** A failure here is told by the release tool, which then composes with the last prices it knows. */
async function callTables(base: string): Promise<unknown> {
  const response = await fetch(`${base}${tablesPath}`, { signal: AbortSignal.timeout(timeLimit) });
  if (!response.ok) throw new Error(`the tables call answered ${response.status}`);
  return response.json();
}

function readTables(dataDir: string): unknown {
  // A server that is older than this checkout may have it open: it is not for here to migrate.
  const database = readDatabase(dataDir) ?? openDatabase(dataDir);
  try {
    return planTables(database)();
  } finally {
    database.close();
  }
}

/**
 * Prices to compose with: from the subscription service, or from the embedded one's database, which
 * need not be running.
 * @returns null when the answer holds nothing that can be shown
 * @throws Error when there is no answer
 */
export async function readPrices(
  { upstreams, dataDir }: Settings,
  now = new Date(),
): Promise<Prices | null> {
  const answer =
    upstreams.subscription === null
      ? readTables(dataDir)
      : await callTables(upstreams.subscription);
  const tables = parsePlanTables(answer);
  return tables && { tables, readOn: now.toISOString().slice(0, 10) };
}
