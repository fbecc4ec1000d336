import type { FastifyReply } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/*
 * Limits the attempts of a network. A network that tries often waits longer and longer, and is then refused. Attempts
 * for an e-mail address are counted per network, so nobody can lock somebody else out of an account.
 */

/** How many attempts a network has, within some minutes of the first. */
export interface Limit {
  readonly tries: number;
  readonly minutes: number;
}

export type Limits = Readonly<Record<keyof typeof defaultLimits, Limit>>;

/** Enough for a family or an office, too few to enumerate accounts or to guess passwords. */
export const defaultLimits = {
  create: { tries: 40, minutes: 10 },
  createForEmail: { tries: 10, minutes: 10 },
  signIn: { tries: 60, minutes: 5 },
  signInForEmail: { tries: 20, minutes: 5 },
  telemetry: { tries: 30, minutes: 15 },
  /** How many of an allocation's visits count for or against a canary. */
  telemetryThatDecides: { tries: 1, minutes: 24 * 60 },
};

/** The most milliseconds that an attempt is delayed. */
export const maxWait = 10_000;
/** Milliseconds after which the server stops work on a request, since pages give up after 30 s. */
const requestTimeLimit = 25_000;

/** The time, as of `Date.now`, when the server stops work on a request. */
export const deadlineOf = ({ elapsedTime }: Pick<FastifyReply, 'elapsedTime'>) =>
  Date.now() - elapsedTime + requestTimeLimit;

/** One customer may own a /48, with 65,536 networks of /64. All of it has the attempts of this many networks. */
const networksPerAllocation = 8;

/** The most networks that a limit remembers. It forgets the oldest. */
const maxKeys = 2 ** 15;

/** Thrown when too many calls are waiting. The client gets a 429. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/**
 * Returns the network and the allocation of an IP address. For IPv6 they are the /64, since one visitor has all of its
 * addresses, and the /48. For IPv4 both are the address itself. All invalid addresses count as one network.
 */
export function networkAndAllocationOf(address: string): readonly [string, string] {
  const [bare = ''] = address.split('%');
  const ip = ipaddr.process(ipaddr.isValid(bare) ? bare : '::').toString();
  if (ipaddr.IPv4.isValid(ip)) return [ip, `${ip}/32`];
  const network = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`).toString()}/${bits}`;
  return [network(64), network(48)];
}

/** The visits of an allocation count as one visitor's: the owner of a /48 could visit from every /64 in it. */
export const allocationOf = (address: string) => networkAndAllocationOf(address)[1];

/** Counts attempts by key. The count of a key ends some minutes after its first attempt. */
export function createCounter({ tries, minutes }: Limit) {
  const counts = new LRUCache<string, number>({
    max: maxKeys,
    ttl: minutes * 60_000,
    noUpdateTTL: true,
  });
  return {
    /** Seconds until the next attempt, or 0 while attempts are left. */
    waitFor: (key: string) =>
      (counts.get(key) ?? 0) < tries ? 0 : Math.ceil(counts.getRemainingTTL(key) / 1000),
    /** @returns the share of the attempts that are used, including this one: above 0, at most 1 */
    add(key: string): number {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count / tries;
    },
  };
}

/**
 * Returns a function that counts the attempts of clients for one limit.
 * @param forEmail the limit of a network for one e-mail address
 * @param longestWait milliseconds for the last attempt. The first half of the attempts does not wait.
 */
export function createTryCounter(limit: Limit, forEmail: Limit | null = null, longestWait = 0) {
  const byAllocation = createCounter({ ...limit, tries: limit.tries * networksPerAllocation });
  const byNetwork = createCounter(limit);
  const byEmail = forEmail && createCounter(forEmail);
  /**
   * @param client its IP address, and the e-mail address of the account if the limit counts by it
   * @returns `retryAfter` in seconds if the attempt is refused; otherwise milliseconds to wait, the share of the
   *   attempts that are used, and the client's allocation
   */
  return function countTry({ address, email = '' }: Readonly<{ address: string; email?: string }>) {
    const [network, allocation] = networkAndAllocationOf(address);
    const counts = [
      { counter: byAllocation, key: allocation },
      { counter: byNetwork, key: network },
      ...(byEmail ? [{ counter: byEmail, key: `${network} ${email}` }] : []),
    ];
    const retryAfter = Math.max(...counts.map(({ counter, key }) => counter.waitFor(key)));
    if (retryAfter > 0) return { retryAfter };
    const used = Math.max(...counts.map(({ counter, key }) => counter.add(key)));
    return { waitMs: Math.max(0, 2 * used - 1) * longestWait, used, allocation };
  };
}
