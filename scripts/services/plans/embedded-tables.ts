import { existsSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { databaseFileName } from '../database/open';
import { planTables, type TablesResponse } from './tables';

/**
 * What the embedded tables call would answer, without starting it: the database is neither made nor
 * migrated nor written.
 * @returns null where there is no database yet
 * @throws Error when the database cannot be read, or is of another version
 */
export function readEmbeddedTables(dataDir: string): TablesResponse | null {
  const file = path.join(path.resolve(dataDir), databaseFileName);
  // Opening a file that is missing would make it.
  if (!existsSync(file)) return null;
  const database = new Libsql(file, { timeout: 1000 });
  try {
    database.pragma('query_only = ON');
    return planTables(database)();
  } finally {
    database.close();
  }
}
