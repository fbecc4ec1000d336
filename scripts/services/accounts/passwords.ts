import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { fairQueue } from '../fair-queue';
import type { Turn } from '../limits';

/** OWASP Password Storage Cheat Sheet: N=2^17, r=8, p=1; 128 MiB and some tenths of a second each. */
export const productionCost = { log2N: 17, r: 8, p: 1 };
export type ScryptCost = typeof productionCost;

const hashForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([\w-]+)\$([\w-]+)$/;
const keyLength = 32;

const hashAside = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

async function derive(password: string, salt: Buffer, { log2N, r, p }: ScryptCost) {
  const N = 2 ** log2N;
  // The same password typed on another system may come decomposed (NIST SP 800-63B, 5.1.1.2).
  return hashAside(password.normalize('NFKC'), salt, keyLength, { N, r, p, maxmem: 256 * N * r });
}

function encode(cost: ScryptCost, salt: Buffer, key: Buffer): string {
  const parameters = `ln=${cost.log2N},r=${cost.r},p=${cost.p}`;
  return `$scrypt$${parameters}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

function decode(hash: string): { cost: ScryptCost; salt: Buffer; key: Buffer } | null {
  const [, log2N, r, p, salt, key] = hashForm.exec(hash) ?? [];
  if (salt === undefined || key === undefined) return null;
  return {
    cost: { log2N: Number(log2N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

/**
 * Hashes passwords off the main thread, one new and one known at a time: however many sign up, nobody who
 * signs in waits for them.
 * @param cost `productionCost`, but for tests of other things
 */
export function createPasswordHasher(cost = productionCost) {
  const inTurnOfNew = fairQueue();
  const inTurnOfKnown = fairQueue();
  const unknown = encode(cost, randomBytes(16), randomBytes(keyLength));
  return {
    /** How many wait for their password to be looked at. */
    waiting: inTurnOfKnown.waiting,
    /** @throws QueueFullError */
    hash: (password: string, turn: Turn) =>
      inTurnOfNew(turn, async () => {
        const salt = randomBytes(16);
        return encode(cost, salt, await derive(password, salt, cost));
      }),
    /**
     * Takes as long for a null hash (no such account) as for a real one.
     * @throws QueueFullError
     */
    verify: (password: string, hash: string | null, turn: Turn) =>
      inTurnOfKnown(turn, async () => {
        const stored = decode(hash ?? unknown);
        if (stored === null) return false;
        const key = await derive(password, stored.salt, stored.cost);
        const same = key.length === stored.key.length && timingSafeEqual(key, stored.key);
        return same && hash !== null;
      }),
  };
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;
