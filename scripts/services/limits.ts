import type {} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** At most `max` tries within `windowMs` milliseconds. */
export interface Limit {
  readonly max: number;
  readonly windowMs: number;
}

/** The limits of the embedded services; addresses are those of clients (an IPv6 /64 counts as one). */
export interface Limits {
  readonly createPerAddress: Limit;
  readonly createPerEmail: Limit;
  readonly signInPerAddress: Limit;
  readonly signInPerEmail: Limit;
  /** Starting a sign-in and asking the identity provider: each writes a row. */
  readonly identityPerAddress: Limit;
}

const minutes = 60_000;

/** Enough for a family or an office, too few to list accounts or to guess passwords. */
export const defaultLimits: Limits = {
  createPerAddress: { max: 20, windowMs: 10 * minutes },
  createPerEmail: { max: 5, windowMs: 10 * minutes },
  signInPerAddress: { max: 30, windowMs: 10 * minutes },
  signInPerEmail: { max: 10, windowMs: 10 * minutes },
  identityPerAddress: { max: 300, windowMs: 10 * minutes },
};

/** Limits that never bite, for tests of other things. */
export const noLimits: Limits = {
  createPerAddress: { max: 1e9, windowMs: minutes },
  createPerEmail: { max: 1e9, windowMs: minutes },
  signInPerAddress: { max: 1e9, windowMs: minutes },
  signInPerEmail: { max: 1e9, windowMs: minutes },
  identityPerAddress: { max: 1e9, windowMs: minutes },
};

/**
 * Counts a try.
 * @returns null when it is within the limit, else the whole seconds until it may be tried again
 */
export type Count = (request: FastifyRequest, key?: string) => Promise<number | null>;

/**
 * A counter for one limit, by client address, or by `key` where one is given with the request.
 * Each remembers the 5000 keys used last. Needs @fastify/rate-limit to be registered.
 */
export function countBy(fastify: FastifyInstance, limit: Limit, by: 'address' | 'key'): Count {
  const keys = new WeakMap<FastifyRequest, string>();
  const check = fastify.createRateLimit({
    max: limit.max,
    timeWindow: limit.windowMs,
    ...(by === 'key' && { keyGenerator: (request: FastifyRequest) => keys.get(request) ?? '' }),
  });
  return async (request, key) => {
    if (key !== undefined) keys.set(request, key);
    const result = await check(request);
    return !result.isAllowed && result.isExceeded ? Math.max(1, result.ttlInSeconds) : null;
  };
}
