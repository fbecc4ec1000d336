import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** scrypt's parameters. */
export interface ScryptCost {
  /** Base-2 logarithm of N. */
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP Password Storage Cheat Sheet: N=2^17, r=8, p=1; 128 MiB and some tenths of a second each. */
export const productionCost: ScryptCost = { log2N: 17, r: 8, p: 1 };

/** Too many hashes are waiting; the caller is told to come back later. */
export class HashingBusyError extends Error {
  override readonly name = 'HashingBusyError';
}

export interface PasswordHasher {
  /** @throws HashingBusyError when the queue is full */
  readonly hash: (password: string) => Promise<string>;
  /**
   * Takes as long for a null hash (no such account) as for a real one.
   * @throws HashingBusyError when the queue is full
   */
  readonly verify: (password: string, hash: string | null) => Promise<boolean>;
}

const hashForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([\w-]+)\$([\w-]+)$/;
const keyLength = 32;

function derive(password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> {
  const N = 2 ** cost.log2N;
  const options = { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r };
  return new Promise((resolve, reject) => {
    // The same password typed on another system may come decomposed (NIST SP 800-63B, 5.1.1.2).
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
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

/** Runs at most `atOnce` tasks; up to `waiting` more stand in line. */
function line(atOnce: number, waiting: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (queue.length >= waiting) throw new HashingBusyError('Too many passwords are waiting.');
    // A finished task hands its place to the next one, so that `running` never overshoots.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Hashes passwords off the main thread, a few at a time: each takes 128 MiB.
 * @param cost `productionCost`, but for tests of other things
 */
export function createPasswordHasher(
  cost: ScryptCost = productionCost,
  { atOnce = 2, waiting = 64 } = {},
): PasswordHasher {
  const inLine = line(atOnce, waiting);
  const unknown = encode(cost, randomBytes(16), randomBytes(keyLength));
  return {
    hash: (password) =>
      inLine(async () => {
        const salt = randomBytes(16);
        return encode(cost, salt, await derive(password, salt, cost));
      }),
    verify: (password, hash) =>
      inLine(async () => {
        const stored = decode(hash ?? unknown);
        if (stored === null) return false;
        const key = await derive(password, stored.salt, stored.cost);
        const same = key.length === stored.key.length && timingSafeEqual(key, stored.key);
        return same && hash !== null;
      }),
  };
}
