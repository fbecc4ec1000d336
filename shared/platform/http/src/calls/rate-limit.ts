import type { FastifyReply } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/*
 * Limits the tries of a network. Nobody can lock somebody else out: an e-mail address is counted only together with
 * the network. A network that tries often waits longer and longer, and is then refused.
 */

/** The tries of one network within some minutes of the first. */
export interface Limit {
  readonly tries: number;
  readonly minutes: number;
}

/** The limits of the embedded services, each for one network. */
export type Limits = Readonly<Record<keyof typeof defaultLimits, Limit>>;

/** Enough for a family or an office, too few to list accounts or to guess passwords. */
export const defaultLimits = {
  create: { tries: 40, minutes: 10 },
  createForEmail: { tries: 10, minutes: 10 },
  signIn: { tries: 60, minutes: 5 },
  signInForEmail: { tries: 20, minutes: 5 },
  telemetry: { tries: 30, minutes: 15 },
  /** Visits among these that count for or against a canary. */
  telemetryThatDecides: { tries: 1, minutes: 24 * 60 },
};

/** Milliseconds that a try may be put off. */
export const maxWait = 10_000;
/** Milliseconds from the arrival of a request after which no work is done for it: pages give up after 30 s. */
const requestTimeLimit = 25_000;

/** The time, as of `Date.now`, after which no work is done for a request. */
export const deadlineOf = ({ elapsedTime }: Pick<FastifyReply, 'elapsedTime'>) =>
  Date.now() - elapsedTime + requestTimeLimit;

/** A /48 belongs to one customer and holds 65,536 networks of /64. It has the tries of this many of them. */
const networksPerAllocation = 8;

/** The most networks that a limit remembers, the latest ones. */
const maxKeys = 2 ** 15;

/** Too many calls are waiting; the caller is told to come back later. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/**
 * The network and the allocation of an address. An IPv4 address is its own for both. For an IPv6 address, of which one
 * visitor has 2^64, these are the /64 and the /48. Every other text counts as one network.
 */
export function networksOf(address: string): readonly [string, string] {
  const [bare = ''] = address.split('%');
  const ip = ipaddr.process(ipaddr.isValid(bare) ? bare : '::').toString();
  if (ipaddr.IPv4.isValid(ip)) return [ip, `${ip}/32`];
  const network = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`).toString()}/${bits}`;
  return [network(64), network(48)];
}

/** The widest network of an address: the owner of a /48 could be a visitor from each /64 in it. */
export const allocationOf = (address: string) => networksOf(address)[1];

/** Counts tries by key, for some minutes from the first try of a key. */
export function createCounter({ tries, minutes }: Limit) {
  const counts = new LRUCache<string, number>({
    max: maxKeys,
    ttl: minutes * 60_000,
    noUpdateTTL: true,
  });
  return {
    /** Seconds until the next try, or 0 when there is one left. */
    waitFor: (key: string) =>
      (counts.get(key) ?? 0) < tries ? 0 : Math.ceil(counts.getRemainingTTL(key) / 1000),
    /** @returns the share of the tries that are used up with this one, above 0 and at most 1 */
    add(key: string): number {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count / tries;
    },
  };
}

/**
 * Counts tries for one limit.
 * @param longest milliseconds that the last try waits; the first half of them waits for nothing
 */
export function countTries(limit: Limit, forEmail: Limit | null = null, longest = 0) {
  const byAllocation = createCounter({ ...limit, tries: limit.tries * networksPerAllocation });
  const byNetwork = createCounter(limit);
  const byEmail = forEmail && createCounter(forEmail);
  /**
   * @param client its address, and the account that is tried where the limit counts by it
   * @returns milliseconds to wait, the share of tries that is used, and the allocation; or seconds of a refusal
   */
  return function countTry({ address, email = '' }: Readonly<{ address: string; email?: string }>) {
    const [network, allocation] = networksOf(address);
    const counts = [
      { counter: byAllocation, key: allocation },
      { counter: byNetwork, key: network },
      ...(byEmail ? [{ counter: byEmail, key: `${network} ${email}` }] : []),
    ];
    const retryAfter = Math.max(...counts.map(({ counter, key }) => counter.waitFor(key)));
    if (retryAfter > 0) return { retryAfter };
    const used = Math.max(...counts.map(({ counter, key }) => counter.add(key)));
    return { waitMs: Math.max(0, 2 * used - 1) * longest, used, allocation };
  };
}
