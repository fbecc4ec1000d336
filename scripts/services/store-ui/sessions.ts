import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { write, type Database } from '../database/open';

/** Who is signed in to the store UI, as the verified ID token said. */
export interface StoreVisitor {
  readonly subject: string;
  readonly givenName: string;
}

/** Seconds. */
export const storeSessionAge = 7 * 24 * 60 * 60;

const row = v.object({ subject: v.string(), given_name: v.string() });

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const now = () => Math.floor(Date.now() / 1000);

export function storeSessions(database: Database) {
  const insert = database.prepare(
    'INSERT INTO store_session (token_hash, subject, given_name, expires_at) VALUES (?, ?, ?, ?)',
  );
  const select = database.prepare(
    'SELECT subject, given_name FROM store_session WHERE token_hash = ? AND expires_at > ?',
  );
  const remove = database.prepare('DELETE FROM store_session WHERE token_hash = ?');
  const prune = database.prepare('DELETE FROM store_session WHERE expires_at <= ?');
  return {
    /** @returns the session's token, for the cookie; the database keeps only its hash */
    async open({ subject, givenName }: StoreVisitor) {
      const token = randomBytes(32).toString('base64url');
      await write(() => insert.run(hashOf(token), subject, givenName, now() + storeSessionAge));
      return token;
    },
    find(token: string): StoreVisitor | null {
      const found = select.get(hashOf(token), now());
      if (found === undefined) return null;
      const { subject, given_name: givenName } = v.parse(row, found);
      return { subject, givenName };
    },
    async close(token: string) {
      await write(() => remove.run(hashOf(token)));
    },
    /** Removes what has expired. */
    async prune() {
      await write(() => prune.run(now()));
    },
  };
}

export type StoreSessions = ReturnType<typeof storeSessions>;
