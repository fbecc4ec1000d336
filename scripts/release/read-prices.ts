import { parsePlanTables, tablesPath, type Prices } from '@shopwright/shared/contracts/plans';
import { readEmbeddedTables } from '../services/plans/plans';

/** Milliseconds that the tables call may take. */
const timeLimit = 5000;
/** Bytes that its answer may have. */
const sizeLimit = 1024 * 1024;

async function callTables(base: string): Promise<unknown> {
  const response = await fetch(`${base}${tablesPath}`, { signal: AbortSignal.timeout(timeLimit) });
  if (!response.ok) throw new Error(`the tables call answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Counted as they come: a compressed answer may become gigabytes.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > sizeLimit) throw new Error(`the tables call answered more than ${sizeLimit} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/**
 * Prices to compose with. A site on its way to its first composition, without a price service and without
 * a database, gets those that the embedded service begins with.
 * @param pricesUrl of the price service without a trailing slash; null for the embedded one
 * @param dataDir of the embedded service's database, which is only read; it need not be there or be running
 * @param last prices of the last composition
 * @returns null when there is nothing newer than the prices of the last composition
 * @throws Error when there is no answer
 */
export async function readPrices(
  pricesUrl: string | null,
  dataDir: string,
  last: Prices | null,
  now = new Date(),
): Promise<Prices | null> {
  const embedded = () => readEmbeddedTables(dataDir) ?? (last ? null : readEmbeddedTables(null));
  const tables = parsePlanTables(pricesUrl === null ? embedded() : await callTables(pricesUrl));
  return tables && { tables, readOn: now.toISOString().slice(0, 10) };
}
