import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '@composed/http/services';

const schema = readFileSync(path.join(import.meta.dirname, 'schema.sql'), 'utf8');

/**
 * Opens the database of these services, or creates it.
 * @param dataDir its folder; null: in memory alone
 * @throws UserError
 */
export const openOwnDatabase = (dataDir: string | null): ReturnType<typeof openDatabase> =>
  openDatabase(dataDir, [schema]);
