import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { BusyError } from '@composed/http/services';

/** OWASP Password Storage Cheat Sheet: N=2^17, r=8, p=1; 128 MiB and some tenths of a second each. */
export const productionCost = { log2N: 17, r: 8, p: 1 };
export type ScryptCost = typeof productionCost;

const hashForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([\w-]+)\$([\w-]+)$/;
const keyLength = 32;

const scryptAside = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

async function derive(password: string, salt: Buffer, { log2N, r, p }: ScryptCost) {
  const N = 2 ** log2N;
  // Another system may send the characters of the same password decomposed (NIST SP 800-63B, 5.1.1.2).
  return scryptAside(password.normalize('NFKC'), salt, keyLength, { N, r, p, maxmem: 256 * N * r });
}

function encode(cost: ScryptCost, salt: Buffer, key: Buffer): string {
  const parameters = `ln=${cost.log2N},r=${cost.r},p=${cost.p}`;
  return `$scrypt$${parameters}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** The account and network that a password is tried for. */
export interface HashRequest {
  /** The widest network of whoever asks. */
  readonly allocation: string;
  /** Share of the tries that its networks have used up. */
  readonly used: number;
  /** Milliseconds since 1970 after which nobody waits for the response any more. */
  readonly latest: number;
}

/** Hashes that may wait, some 40 s of work. */
const maxWaiting = 100;

/** A network that has used more than this share of its tries finds the queue full at half its length. */
const frequentShare = 0.2;

/** Hashes of one allocation (/48) that may wait, so that a few allocations cannot fill the queue. */
const maxOfAllocation = 10;

/**
 * Hashes one at a time. Requests of allocations with few others waiting come first, then those of networks with few
 * tries, so an attack waits behind everybody else.
 */
function createQueue() {
  const queue = new PQueue({ concurrency: 1 });
  const byAllocation = new Map<string, number>();
  const count = (allocation: string, more: number) => {
    const now = (byAllocation.get(allocation) ?? 0) + more;
    if (now > 0) byAllocation.set(allocation, now);
    else byAllocation.delete(allocation);
  };
  return {
    waiting: () => queue.size,
    async inTurn<T>({ allocation, used, latest }: HashRequest, hash: () => Promise<T>): Promise<T> {
      const ofAllocation = byAllocation.get(allocation) ?? 0;
      const limit = used > frequentShare ? maxWaiting / 2 : maxWaiting;
      if (ofAllocation >= maxOfAllocation || queue.size >= limit) throw new BusyError();
      const inTime = () => {
        if (Date.now() > latest) throw new BusyError();
        return hash();
      };
      count(allocation, 1);
      return queue
        .add(inTime, { priority: -(ofAllocation + used) })
        .finally(() => count(allocation, -1));
    },
  };
}

/**
 * Hashes passwords off the main thread, with one queue for new accounts and one for sign-ins: nobody who signs in waits
 * for those who sign up.
 * @param cost lower in tests of other things
 */
export function createPasswordHasher(cost = productionCost) {
  const signUpQueue = createQueue();
  const signInQueue = createQueue();
  const dummyHash = encode(cost, randomBytes(16), randomBytes(keyLength));
  return {
    /** How many sign-ins wait. */
    waiting: signInQueue.waiting,
    /** @throws BusyError */
    hash: (password: string, request: HashRequest) =>
      signUpQueue.inTurn(request, async () => {
        const salt = randomBytes(16);
        return encode(cost, salt, await derive(password, salt, cost));
      }),
    /**
     * Takes as long for a null hash (no such account) as for a real one.
     * @throws BusyError
     */
    verify: (password: string, stored: string | null, request: HashRequest) =>
      signInQueue.inTurn(request, async () => {
        const [, log2N, r, p, salt = '', key = ''] = hashForm.exec(stored ?? dummyHash) ?? [];
        const storedKey = Buffer.from(key, 'base64url');
        if (storedKey.length !== keyLength) return false;
        const storedCost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
        const typedKey = await derive(password, Buffer.from(salt, 'base64url'), storedCost);
        return timingSafeEqual(typedKey, storedKey) && stored !== null;
      }),
  };
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;
