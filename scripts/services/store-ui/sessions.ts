import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { write, type Database } from '../database/open';

/** Seconds. */
export const sessionAge = 7 * 24 * 60 * 60;

const visitorRow = v.optional(v.object({ first_name: v.string() }));
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Who is signed in at the store; tokens are kept as hashes. */
export function openSessions(database: Database) {
  const insert = database.prepare('INSERT INTO session VALUES (?, ?, ?)');
  const removeOld = database.prepare('DELETE FROM session WHERE expires_at <= ?');
  const remove = database.prepare('DELETE FROM session WHERE token_hash = ?');
  const find = database.prepare(
    `SELECT first_name FROM session JOIN account ON account.id = account_id
     WHERE token_hash = ? AND expires_at > ?`,
  );
  return {
    /** @returns the new session's token, for the cookie */
    async open(accountId: string): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const now = Math.floor(Date.now() / 1000);
      await write(() => {
        removeOld.run(now);
        insert.run(hashOf(token), accountId, now + sessionAge);
      });
      return token;
    },
    /** @returns the first name of whose session it is, or null */
    firstName(token = ''): string | null {
      const row = find.get(hashOf(token), Math.floor(Date.now() / 1000));
      return v.parse(visitorRow, row)?.first_name ?? null;
    },
    close: (token = '') => write(() => remove.run(hashOf(token))),
  };
}
