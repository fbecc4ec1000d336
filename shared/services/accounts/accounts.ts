import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { BusyError, type Database, writeWithRetry } from '@composed/http/services';
import { emailKey, type NewAccount } from './new-account';
import type { PasswordHasher, HashRequest } from './passwords';

const credentialsRow = v.object({ id: v.string(), password_hash: v.string() });

/** The accounts of the embedded manager service. */
export function openAccounts(database: Database, passwords: PasswordHasher) {
  // When two requests create the same account at once, the unique key lets one of them succeed.
  const insert = database.prepare(
    `INSERT INTO account
       (id, email_key, email_address, first_name, last_name, password_hash, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (email_key) DO NOTHING`,
  );
  const byEmail = database.prepare('SELECT id, password_hash FROM account WHERE email_key = ?');

  return {
    /**
     * Creates an account. It is on disk when the promise resolves with `created`. The call takes as long if the
     * address already has an account.
     * @throws BusyError when the queue is full, or when the deadline `hashRequest.deadline` has passed
     */
    async create(account: NewAccount, hashRequest: HashRequest): Promise<'created' | 'known'> {
      const { emailAddress, firstName, lastName, password } = account;
      const hash = await passwords.hash(password, hashRequest);
      const { changes } = await writeWithRetry(() => {
        const now = Date.now();
        if (now > hashRequest.deadline) throw new BusyError();
        const key = emailKey(emailAddress);
        return insert.run(randomUUID(), key, emailAddress, firstName, lastName, hash, now);
      });
      return changes === 1 ? 'created' : 'known';
    },

    /**
     * Checks an address and a password. An unknown address takes as long as a wrong password.
     * @returns the id of the account, or null if the address or the password is wrong
     * @throws BusyError when the queue is full, or when the deadline `hashRequest.deadline` has passed
     */
    async signIn(
      emailAddress: string,
      password: string,
      hashRequest: HashRequest,
    ): Promise<string | null> {
      const row = byEmail.get(emailKey(emailAddress));
      const credentials = row === undefined ? null : v.parse(credentialsRow, row);
      const right = await passwords.verify(
        password,
        credentials?.password_hash ?? null,
        hashRequest,
      );
      return credentials && right ? credentials.id : null;
    },
  };
}

export type Accounts = ReturnType<typeof openAccounts>;
