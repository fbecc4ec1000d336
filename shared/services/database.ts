import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '@composed/http/services';

const schema = readFileSync(path.join(import.meta.dirname, 'schema.sql'), 'utf8');

/**
 * Opens the database of these services, and creates it if it does not exist.
 * @param dataDir the folder of the database; null opens one in memory
 * @throws UserError if the database cannot be used
 */
export const openServicesDatabase = (dataDir: string | null): ReturnType<typeof openDatabase> =>
  openDatabase(dataDir, [schema]);
