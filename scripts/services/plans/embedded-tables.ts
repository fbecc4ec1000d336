import { readDatabase } from '../database/open';
import { planTables, type TablesResponse } from './tables';

/**
 * What the embedded tables call would answer, without starting it: the database is neither made nor
 * migrated nor written.
 * @returns null where there is no database yet
 * @throws Error when the database cannot be read, or is of another version
 */
export function readEmbeddedTables(dataDir: string): TablesResponse | null {
  const database = readDatabase(dataDir);
  try {
    return database && planTables(database)();
  } finally {
    database?.close();
  }
}
