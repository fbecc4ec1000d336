import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import * as v from 'valibot';
import { DatabaseError } from './errors';
import { migrate } from './migrations';

export type Database = Libsql.Database;

export const databaseFileName = 'shopwright.sqlite';

/** Milliseconds to wait for another process that is writing. */
const busyTimeout = 5000;

const checkResult = v.array(v.object({ quick_check: v.string() }));

const coded = v.object({ code: v.string() });
const worded = v.object({ message: v.string() });

function reasonOf(error: unknown): string {
  const code = v.safeParse(coded, error);
  if (code.success && code.output.code !== '') return code.output.code;
  const message = v.safeParse(worded, error);
  return message.success ? message.output.message : String(error);
}

function isDamage(error: unknown): boolean {
  const message = v.safeParse(worded, error);
  const words = `${reasonOf(error)} ${message.success ? message.output.message : ''}`;
  return /NOTADB|CORRUPT|not a database|malformed/i.test(words);
}

/** What may be wrong with the file, in one sentence. */
function describe(file: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const sentence = isDamage(error)
    ? `The database ${file} is damaged; nothing was changed: restore it from a backup, or move it away to start with an empty one.`
    : `The database ${file} cannot be opened for writing (${reasonOf(error)}); make it a file that this user may write, or set DATA_DIR to another folder.`;
  return new DatabaseError(sentence, { cause: error });
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DatabaseError(
      `The data folder ${folder} cannot be created (${reasonOf(error)}); set DATA_DIR to a folder that this user may write.`,
      { cause: error },
    );
  }
}

/**
 * Opens the one database of the embedded services, creating or migrating it as needed. A commit is on
 * disk before it is acknowledged (WAL with synchronous=FULL), so it survives a kill at any instant.
 * @param dataDir folder of the database file; created when missing
 * @throws DatabaseError when it cannot be written, is damaged, or belongs to a newer release; the file
 *   is then left as it was
 */
export function openDatabase(dataDir: string): Database {
  const folder = path.resolve(dataDir);
  const file = path.join(folder, databaseFileName);
  makeFolder(folder);
  let database: Database | null = null;
  try {
    database = new Libsql(file, { timeout: busyTimeout });
    const check = v.parse(checkResult, database.pragma('quick_check(1)'));
    if (check[0]?.quick_check !== 'ok') throw new Error('malformed');
    // Password hashes and signing keys live here: for this user only. The journal inherits the mode.
    chmodSync(file, 0o600);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    migrate(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw describe(file, error);
  }
}

/**
 * Closes the database with everything in its one file, so that a copy of that file is a whole backup.
 * Nothing depends on it: after a kill, the next opening reads the journal.
 */
export function closeDatabase(database: Database): void {
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
