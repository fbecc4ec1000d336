import type Libsql from 'libsql';
import * as v from 'valibot';
import { seedPlans } from '../plans/seed';
import { DatabaseError } from './errors';

type Migration = (database: Libsql.Database) => void;

/** Each runs once, in order, in one transaction; a landed one is never edited, only followed. */
const migrations: readonly Migration[] = [
  (database) => {
    database.exec(`
      CREATE TABLE plan (
        id INTEGER PRIMARY KEY,
        period TEXT NOT NULL CHECK (period IN ('FREE', 'MONTH', 'YEAR')),
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        price INTEGER NOT NULL CHECK (price >= 0),
        previous_price INTEGER NOT NULL CHECK (previous_price >= 0),
        UNIQUE (period, position)
      ) STRICT;
      CREATE TABLE plan_feature (
        plan_id INTEGER NOT NULL REFERENCES plan (id),
        position INTEGER NOT NULL,
        code TEXT NOT NULL,
        PRIMARY KEY (plan_id, position)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE account (
        id TEXT PRIMARY KEY,
        email_key TEXT NOT NULL UNIQUE,
        email_address TEXT NOT NULL,
        first_name TEXT NOT NULL,
        last_name TEXT NOT NULL,
        password_hash TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE secret (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT;
      CREATE TABLE identity_record (
        model TEXT NOT NULL,
        id TEXT NOT NULL,
        payload TEXT NOT NULL,
        uid TEXT,
        grant_id TEXT,
        consumed_at INTEGER,
        expires_at INTEGER,
        PRIMARY KEY (model, id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX identity_record_uid ON identity_record (uid) WHERE uid IS NOT NULL;
      CREATE INDEX identity_record_grant ON identity_record (grant_id) WHERE grant_id IS NOT NULL;
      CREATE INDEX identity_record_expiry ON identity_record (expires_at);
      CREATE TABLE store_session (
        token_hash TEXT PRIMARY KEY,
        subject TEXT NOT NULL,
        given_name TEXT NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX store_session_expiry ON store_session (expires_at);
    `);
    seedPlans(database);
  },
];

const versionRows = v.tuple([v.object({ user_version: v.number() })]);

/**
 * Brings the schema to this release's version. Safe when two processes start at once.
 * @throws DatabaseError when a newer release has written the file
 */
export function migrate(database: Libsql.Database, file: string): void {
  const step = database.transaction(() => {
    const [{ user_version: version }] = v.parse(versionRows, database.pragma('user_version'));
    if (version > migrations.length) {
      throw new DatabaseError(
        `The database ${file} was written by a newer release of this site; start that release, or set DATA_DIR to another folder.`,
      );
    }
    for (const migration of migrations.slice(version)) migration(database);
    if (version < migrations.length) database.pragma(`user_version = ${migrations.length}`);
  });
  step.immediate();
}
