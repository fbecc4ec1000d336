import { createHash, randomBytes } from 'node:crypto';
import { type Database, writeWithRetry } from '@composed/http/services';
import * as v from 'valibot';

/** Lifetime of a session, in seconds. */
export const sessionAge = 7 * 24 * 60 * 60;

const visitorRow = v.optional(v.object({ first_name: v.string() }));
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Opens the table of shop sessions. It holds hashes of the tokens only, so that a copy of it signs nobody in. */
export function openSessions(database: Database) {
  const insert = database.prepare('INSERT INTO session VALUES (?, ?, ?)');
  const removeOld = database.prepare('DELETE FROM session WHERE expires_at <= ?');
  const remove = database.prepare('DELETE FROM session WHERE token_hash = ?');
  const find = database.prepare(
    `SELECT first_name FROM session JOIN account ON account.id = account_id
     WHERE token_hash = ? AND expires_at > ?`,
  );
  return {
    /** @returns the token of the new session */
    async open(accountId: string): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const now = Math.floor(Date.now() / 1000);
      await writeWithRetry(() => {
        removeOld.run(now);
        insert.run(hashOf(token), accountId, now + sessionAge);
      });
      return token;
    },
    /** @returns the first name of the visitor with this token, or null */
    firstName(token = ''): string | null {
      const row = find.get(hashOf(token), Math.floor(Date.now() / 1000));
      return v.parse(visitorRow, row)?.first_name ?? null;
    },
    close: (token = '') => writeWithRetry(() => remove.run(hashOf(token))),
  };
}
