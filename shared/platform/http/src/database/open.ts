import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Libsql from 'libsql';
import * as v from 'valibot';
import { UserError } from '@composed/command/errors';

export type Database = Libsql.Database;

export const databaseFileName = 'site.sqlite';

/** Milliseconds to wait while another process writes, both when the database is opened and for each write. */
const busyTimeout = 5000;

const checkRows = v.tuple([v.object({ quick_check: v.string() })]);
const versionRows = v.tuple([v.object({ user_version: v.number() })]);
/** Used in place of `instanceof Error`, since libsql may create errors in another realm. */
const errorOfLibrary = v.object({ message: v.string() });
const reasonOf = (error: unknown) => (v.is(errorOfLibrary, error) ? error.message : String(error));
const isBusy = (error: unknown) => /busy|locked/i.test(reasonOf(error));

/** Explains an error of the library by its probable cause, in one sentence. */
function explainError(file: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  const reason = reasonOf(error);
  const sentence = /not a database|malformed/i.test(reason)
    ? `The database ${file} is damaged; nothing was changed: restore it from a backup, or move it away to start with an empty one.`
    : `The database ${file} cannot be opened for writing (${reason}); make its folder and the file ones that this user may write, or set DATA_DIR to another folder.`;
  return new UserError(sentence, { cause: error });
}

/** The platform's tables: telemetry, and the id of the judge. */
const schema = readFileSync(path.join(import.meta.dirname, 'schema.sql'), 'utf8');

/** The number of migrations that have run. */
function schemaVersion(database: Database): number {
  return v.parse(versionRows, database.pragma('user_version'))[0].user_version;
}

/** Runs the migrations that have not run yet. Two processes may do this at the same time. */
function migrate(database: Database, steps: readonly string[]): void {
  const transaction = database.transaction(() => {
    for (const step of steps.slice(schemaVersion(database))) database.exec(step);
    if (schemaVersion(database) < steps.length) database.pragma(`user_version = ${steps.length}`);
  });
  transaction.immediate();
}

/**
 * Opens the database of the embedded services, and creates it if necessary. A commit is on disk before it is
 * acknowledged (WAL with synchronous=FULL), so it survives a kill at any time.
 * @param dataDir the folder of the database file, created if missing; null for a database in memory
 * @param steps the site's migrations in SQL, each of which runs once. A published step is never edited, only followed
 *   by others, and must not remove anything that an older server uses, since that server may still have the file open.
 * @throws UserError when the file is not writable, is damaged or was written by a newer release. The file is then
 *   unchanged.
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
    // Only this user may read the file, since it contains password hashes. The journal inherits the mode.
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
    // libsql would block the whole server while it waits for a lock. `write` waits without blocking.
    database.pragma('busy_timeout = 0');
    return database;
  } catch (error) {
    database?.close();
    throw explainError(file, error);
  }
}

/**
 * Opens the database read-only, for a process other than its server. Never creates or migrates it.
 * @returns null when there is no database
 * @throws UserError when the database cannot be read
 */
export function openReadOnlyDatabase(dataDir: string): Database | null {
  const file = path.resolve(dataDir, databaseFileName);
  if (!existsSync(file)) return null;
  try {
    const database = new Libsql(file, { timeout: busyTimeout });
    // libsql accepts the option `readonly`, but ignores it.
    database.pragma('query_only = ON');
    return database;
  } catch (error) {
    throw explainError(file, error);
  }
}

/**
 * Runs a write, and retries while another process holds the lock, without blocking the server.
 * @throws the library's error when the lock is still held after five seconds
 */
export async function writeWithRetry<T>(run: () => T): Promise<T> {
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
 * Closes the database after moving the journal into the database file, so that a copy of that file is a complete
 * backup. After a kill, the next process that opens the database reads the journal instead.
 */
export function closeDatabase(database: Database): void {
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
