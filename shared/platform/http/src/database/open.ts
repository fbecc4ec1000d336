import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Libsql from 'libsql';
import * as v from 'valibot';
import { UserError } from '@composed/command/errors';

export type Database = Libsql.Database;

export const databaseFileName = 'site.sqlite';

/** Milliseconds to wait for another process that is writing: at the start, and for each write. */
const busyTimeout = 5000;

const checkRows = v.tuple([v.object({ quick_check: v.string() })]);
const versionRows = v.tuple([v.object({ user_version: v.number() })]);
/** libsql's errors need not be of this realm, so `instanceof Error` does not know them. */
const errorOfLibrary = v.object({ message: v.string() });
const reasonOf = (error: unknown) => (v.is(errorOfLibrary, error) ? error.message : String(error));
const isBusy = (error: unknown) => /busy|locked/i.test(reasonOf(error));

/** The probable problem of the file, in one sentence. */
function describe(file: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  const reason = reasonOf(error);
  const sentence = /not a database|malformed/i.test(reason)
    ? `The database ${file} is damaged; nothing was changed: restore it from a backup, or move it away to start with an empty one.`
    : `The database ${file} cannot be opened for writing (${reason}); make its folder and the file ones that this user may write, or set DATA_DIR to another folder.`;
  return new UserError(sentence, { cause: error });
}

/** The tables of the platform: telemetry, and the id of the judge. */
const schema = readFileSync(path.join(import.meta.dirname, 'schema.sql'), 'utf8');

/** How many steps have run. */
function schemaVersion(database: Database): number {
  return v.parse(versionRows, database.pragma('user_version'))[0].user_version;
}

/** Brings the schema up to date. Safe when two processes start at once. */
function migrate(database: Database, steps: readonly string[]): void {
  const transaction = database.transaction(() => {
    for (const step of steps.slice(schemaVersion(database))) database.exec(step);
    if (schemaVersion(database) < steps.length) database.pragma(`user_version = ${steps.length}`);
  });
  transaction.immediate();
}

/**
 * Opens the one database of the embedded services, creating it as needed. A commit is on
 * disk before it is acknowledged (WAL with synchronous=FULL), so it survives a kill at any instant.
 * @param dataDir folder of the database file; created when missing; null: in memory only
 * @param steps SQL of the site, which runs once and in order. A landed step is never edited, only followed, and removes
 *   nothing that an older server reads or writes, which may have the file open
 * @throws UserError when it cannot be written, is damaged or belongs to a newer release; the file is then
 *   left as it was
 */
export function openDatabase(dataDir: string | null, steps: readonly string[] = []): Database {
  const migrations = [schema, ...steps];
  const file = dataDir === null ? ':memory:' : path.resolve(dataDir, databaseFileName);
  let database: Database | null = null;
  try {
    if (dataDir !== null) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    database = new Libsql(file, { timeout: busyTimeout });
    const [check] = v.parse(checkRows, database.pragma('quick_check(1)'));
    if (check.quick_check !== 'ok') throw new Error('malformed');
    // Password hashes live here: for this user only. The journal inherits the mode.
    if (dataDir !== null) chmodSync(file, 0o600);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    if (schemaVersion(database) > migrations.length) {
      throw new UserError(
        `The database ${file} was written by a newer release of this site; start that release, or set DATA_DIR to another folder.`,
      );
    }
    migrate(database, migrations);
    // From here on waiting for the lock would stop every visitor: see `write`.
    database.pragma('busy_timeout = 0');
    return database;
  } catch (error) {
    database?.close();
    throw describe(file, error);
  }
}

/**
 * Opens the database for reading, for a process that is not its server. It is never made, changed or migrated.
 * @returns null where there is none
 * @throws UserError when it cannot be read
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

/**
 * Writes as soon as no other process does; meanwhile everything else goes on.
 * @throws the database's own error when the other process takes longer than five seconds
 */
export async function write<T>(run: () => T): Promise<T> {
  const limit = Date.now() + busyTimeout;
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || Date.now() > limit) throw error;
      await wait(25);
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
