import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Libsql from 'libsql';
import * as v from 'valibot';
import { DatabaseError } from './errors';
import { migrate } from './migrations';

export type Database = Libsql.Database;

export const databaseFileName = 'shopwright.sqlite';

/** Milliseconds to wait for another process that is writing, at the start. */
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
    // From here on a wait would stop every visitor: see `write`.
    database.pragma('busy_timeout = 0');
    return database;
  } catch (error) {
    database?.close();
    throw describe(file, error);
  }
}

/**
 * Opens the database to read from it, for who is not its server: it is never made, changed or migrated.
 * @returns null where there is none
 * @throws DatabaseError when it cannot be read
 */
export function readDatabase(dataDir: string): Database | null {
  const file = path.resolve(dataDir, databaseFileName);
  if (!existsSync(file)) return null;
  try {
    const database = new Libsql(file, { timeout: busyTimeout });
    // libsql takes `readonly` and writes all the same.
    database.pragma('query_only = ON');
    return database;
  } catch (error) {
    throw describe(file, error);
  }
}

/** Milliseconds that a write waits for another process. */
const writeTimeout = 5000;
const pause = 25;

/**
 * Writes as soon as no other process does; meanwhile everything else goes on.
 * @throws the database's own error when the other process takes longer than five seconds
 */
export async function write<T>(run: () => T): Promise<T> {
  const limit = Date.now() + writeTimeout;
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!/BUSY|locked/i.test(`${reasonOf(error)} ${String(error)}`) || Date.now() > limit)
        throw error;
      await wait(pause);
    }
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
