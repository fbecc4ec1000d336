import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Database } from '../database/open';
import { identityAdapter } from '../identity/adapter';

/** Who is signed in to the store UI, as the verified ID token said. */
const storeVisitor = v.object({ subject: v.string(), givenName: v.string() });
export type StoreVisitor = v.InferOutput<typeof storeVisitor>;

/** Seconds. */
export const storeSessionAge = 7 * 24 * 60 * 60;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The sessions of the store UI, kept beside the identity provider's own. */
export function storeSessions(database: Database) {
  const records = identityAdapter(database)('StoreSession');
  return {
    /** @returns the session's token, for the cookie; the database keeps only its hash */
    async open(visitor: StoreVisitor): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      await records.upsert(hashOf(token), { ...visitor }, storeSessionAge);
      return token;
    },
    async find(token: string): Promise<StoreVisitor | null> {
      const found = await records.find(hashOf(token));
      return found ? v.parse(storeVisitor, found) : null;
    },
    close: async (token: string) => records.destroy(hashOf(token)),
  };
}

export type StoreSessions = ReturnType<typeof storeSessions>;
