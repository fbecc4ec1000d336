import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { BusyError } from '@composed/http/services';

/** From the OWASP Password Storage Cheat Sheet. Each hash takes 128 MiB and a few tenths of a second. */
export const productionCost = { log2N: 17, r: 8, p: 1 };
export type ScryptCost = typeof productionCost;

const hashFormat = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([\w-]+)\$([\w-]+)$/;
const keyLength = 32;

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

async function derive(password: string, salt: Buffer, { log2N, r, p }: ScryptCost) {
  const N = 2 ** log2N;
  // Operating systems may encode the same typed characters differently (NIST SP 800-63B, 5.1.1.2).
  return scryptAsync(password.normalize('NFKC'), salt, keyLength, { N, r, p, maxmem: 256 * N * r });
}

function encode(cost: ScryptCost, salt: Buffer, key: Buffer): string {
  const parameters = `ln=${cost.log2N},r=${cost.r},p=${cost.p}`;
  return `$scrypt$${parameters}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Parses a hash of `encode`. Returns null for any other text. */
function decode(hash: string) {
  const [, log2N, r, p, salt = '', key = ''] = hashFormat.exec(hash) ?? [];
  const keyBytes = Buffer.from(key, 'base64url');
  if (keyBytes.length !== keyLength) return null;
  const cost: ScryptCost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  return { cost, salt: Buffer.from(salt, 'base64url'), key: keyBytes };
}

/** The client that a password is hashed for, by which the queue orders and limits hashes. */
export interface HashRequest {
  /** The client's widest network (/48 for IPv6). */
  readonly allocation: string;
  /** Share of the allowed tries that the client's networks have used, from 0 to 1. */
  readonly used: number;
  /** Deadline of the response, in milliseconds since 1970. No hash starts after it. */
  readonly deadline: number;
}

/** Maximum length of a queue: about 40 s of work. */
const maxWaiting = 100;

/** Clients that have used more than this share of their tries are refused when the queue is half full. */
const frequentShare = 0.2;

/** Maximum of waiting hashes for one allocation, so that a few allocations cannot fill the queue. */
const maxPerAllocation = 10;

/**
 * Creates a queue that runs one hash at a time. Requests from allocations with few waiting hashes run first, then those
 * of clients with few tries, so that an attacker waits behind everybody else.
 */
function createQueue() {
  const queue = new PQueue({ concurrency: 1 });
  const waitingByAllocation = new Map<string, number>();
  const addToCount = (allocation: string, change: number) => {
    const count = (waitingByAllocation.get(allocation) ?? 0) + change;
    if (count > 0) waitingByAllocation.set(allocation, count);
    else waitingByAllocation.delete(allocation);
  };
  return {
    waiting: () => queue.size,
    async inTurn<T>(
      { allocation, used, deadline }: HashRequest,
      hash: () => Promise<T>,
    ): Promise<T> {
      const waitingInAllocation = waitingByAllocation.get(allocation) ?? 0;
      const limit = used > frequentShare ? maxWaiting / 2 : maxWaiting;
      if (waitingInAllocation >= maxPerAllocation || queue.size >= limit) throw new BusyError();
      const hashBeforeDeadline = () => {
        if (Date.now() > deadline) throw new BusyError();
        return hash();
      };
      addToCount(allocation, 1);
      return queue
        .add(hashBeforeDeadline, { priority: -(waitingInAllocation + used) })
        .finally(() => addToCount(allocation, -1));
    },
  };
}

/**
 * Creates a hasher that works off the main thread. New accounts and sign-ins have separate queues, so that a wave of
 * sign-ups does not delay sign-ins.
 * @param cost tests that are not about passwords pass a lower one
 */
export function createPasswordHasher(cost = productionCost) {
  const signUpQueue = createQueue();
  const signInQueue = createQueue();
  const dummyHash = encode(cost, randomBytes(16), randomBytes(keyLength));
  return {
    waiting: signInQueue.waiting,
    /** @throws BusyError when the queue is full, or when the request's deadline has passed */
    hash: (password: string, request: HashRequest) =>
      signUpQueue.inTurn(request, async () => {
        const salt = randomBytes(16);
        return encode(cost, salt, await derive(password, salt, cost));
      }),
    /**
     * Checks a password against a stored hash.
     * @param stored null if there is no such account; the check then takes as long and fails
     * @throws BusyError when the queue is full, or when the request's deadline has passed
     */
    verify: (password: string, stored: string | null, request: HashRequest) =>
      signInQueue.inTurn(request, async () => {
        const decoded = decode(stored ?? dummyHash);
        if (!decoded) return false;
        const typedKey = await derive(password, decoded.salt, decoded.cost);
        return timingSafeEqual(typedKey, decoded.key) && stored !== null;
      }),
  };
}

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;
