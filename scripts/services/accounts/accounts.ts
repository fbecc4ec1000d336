import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { write, type Database } from '../database/open';
import { QueueFullError } from '../fair-queue';
import type { Turn } from '../limits';
import { emailKey, type NewAccount } from './new-account';
import type { PasswordHasher } from './passwords';

const accountRow = v.object({ id: v.string(), first_name: v.string() });
const credentialsRow = v.object({ ...accountRow.entries, password_hash: v.string() });

/** The accounts of the embedded manager service. */
export function openAccounts(database: Database, passwords: PasswordHasher) {
  // The unique key decides between two creations at the same moment.
  const insert = database.prepare(
    `INSERT INTO account
       (id, email_key, email_address, first_name, last_name, password_hash, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (email_key) DO NOTHING`,
  );
  const byEmail = database.prepare(
    'SELECT id, first_name, password_hash FROM account WHERE email_key = ?',
  );
  const byId = database.prepare('SELECT id, first_name FROM account WHERE id = ?');

  return {
    /**
     * Once it resolves with 'created', the account is on disk. A known address costs the same hash.
     * @param latest no account is made after this moment, in milliseconds since 1970
     * @throws QueueFullError
     */
    async create(account: NewAccount, turn: Turn, latest: number): Promise<'created' | 'known'> {
      const hash = await passwords.hash(account.password, turn);
      const { changes } = await write(() => {
        if (Date.now() > latest) throw new QueueFullError();
        return insert.run(
          randomUUID(),
          emailKey(account.emailAddress),
          account.emailAddress,
          account.firstName,
          account.lastName,
          hash,
          Date.now(),
        );
      });
      return changes === 1 ? 'created' : 'known';
    },

    /**
     * @returns the account whose address and password these are, in the same time for any answer
     * @throws QueueFullError
     */
    async signIn(emailAddress: string, password: string, turn: Turn) {
      const row = byEmail.get(emailKey(emailAddress));
      const found = row === undefined ? null : v.parse(credentialsRow, row);
      const right = await passwords.verify(password, found?.password_hash ?? null, turn);
      return found && right ? { id: found.id, firstName: found.first_name } : null;
    },

    find(id: string) {
      const row = byId.get(id);
      if (row === undefined) return null;
      const { first_name: firstName } = v.parse(accountRow, row);
      return { id, firstName };
    },
  };
}

export type Accounts = ReturnType<typeof openAccounts>;
