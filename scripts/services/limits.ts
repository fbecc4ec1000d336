import { createHmac, randomBytes } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/*
 * Nobody can lock somebody else out: tries are counted by the network that they come from, and by an e-mail
 * address only together with it. Who tries too often waits longer and longer; refused is only who
 * would have to wait too long.
 */

/** `burst` tries at once, then one every `everyMs` milliseconds. */
export interface Limit {
  readonly burst: number;
  readonly everyMs: number;
}

/** The limits of the embedded services, each for one network. */
export type Limits = Readonly<Record<keyof typeof defaultLimits, Limit>>;

const second = 1000;

/** Enough for a family or an office, too few to list accounts or to guess passwords. */
export const defaultLimits = {
  create: { burst: 20, everyMs: 30 * second },
  createForEmail: { burst: 5, everyMs: 60 * second },
  signIn: { burst: 30, everyMs: 4 * second },
  signInForEmail: { burst: 10, everyMs: 4 * second },
  /** Starting a sign-in and asking the identity provider. */
  identity: { burst: 300, everyMs: 2 * second },
  signals: { burst: 30, everyMs: 30 * second },
  /** Of those: how many count for or against a canary. */
  signalsThatDecide: { burst: 1, everyMs: 86_400 * second },
  /** Of those: how many may bring texts of faults that nobody else brought. */
  signalsWithNewFaults: { burst: 4, everyMs: 3600 * second },
};

/** Milliseconds that a try may be put off; the sign-up page's own time limit is 30 s. */
export const longestWait = 10_000;

/** Milliseconds for which a try puts its network behind others: longer than a place in a queue is kept. */
const fairFor = 60 * second;

/** A /48 is one customer's and holds 65,536 networks of /64: it has the tries of this many of them. */
const networksPerSite = 8;

/**
 * The network and the site that an address belongs to: an IPv4 address is its own; of an IPv6 address, where
 * one visitor has 2^64 of them, the /64 and the /48. What is no address counts as one network.
 */
export function networksOf(address: string): readonly [string, string] {
  const bare = address.replace(/%.*$/, '');
  const ip = ipaddr.process(ipaddr.isValid(bare) ? bare : '::').toString();
  if (ipaddr.IPv4.isValid(ip)) return [ip, `${ip}/32`];
  const network = (bits: number) =>
    `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${bits}`).toString()}/${bits}`;
  return [network(64), network(48)];
}

/** The widest network of an address: whoever has a /48 could be a visitor from each /64 of it. */
export const siteOf = (address: string) => networksOf(address)[1];

// While a thousand networks attack, one visitor in a thousand would share the cells of two rows with some of them
// and wait as they do; of four rows it is one in a million.
const rows = 4;
const columns = 2 ** 16;

/**
 * Counts tries by key in a table of a fixed size, so that nobody can push a count out by making more keys:
 * a key has one cell in each row, and the lowest of them is its count. Which cells is secret.
 */
export function tryCounter({ burst, everyMs }: Limit) {
  const secret = randomBytes(32);
  // When a key's tries will have been forgotten; each one adds `everyMs`.
  const forgottenAt = new Float64Array(rows * columns);
  const cellsOf = (key: string) => {
    const digest = createHmac('sha256', secret).update(key).digest();
    return Array.from(
      { length: rows },
      (_, row) => row * columns + (digest.readUInt32LE(row * 4) % columns),
    );
  };
  const debt = (cells: readonly number[], now: number) =>
    Math.max(0, Math.min(...cells.map((cell) => forgottenAt[cell] ?? 0)) - now);
  return {
    /** How many tries are remembered. */
    count: (key: string, now: number) => debt(cellsOf(key), now) / everyMs,
    /** Milliseconds that the next try has to wait. */
    waitFor: (key: string, now: number) =>
      Math.max(0, debt(cellsOf(key), now) - (burst - 1) * everyMs),
    add: (key: string, now: number) => {
      const cells = cellsOf(key);
      const next = now + debt(cells, now) + everyMs;
      for (const cell of cells) forgottenAt[cell] = Math.max(forgottenAt[cell] ?? 0, next);
    },
  };
}

/** A try that may be made once `waitMs` have passed, or one that is refused. */
export type Verdict =
  { readonly waitMs: number; readonly turn: Turn } | { readonly retryAfter: number };

/** Who wants something done, for queues that are fair. */
export interface Turn {
  /** The network that the try comes from. */
  readonly network: string;
  /** Tries that its networks have made lately. */
  readonly recent: number;
}

/**
 * Counts tries for one limit.
 * @param longest milliseconds; who would have to wait longer is told to come back, uncounted
 */
export function countTries(limit: Limit, forEmail: Limit | null = null, longest = 0) {
  const { burst, everyMs } = limit;
  const byNetwork = tryCounter(limit);
  const bySite = tryCounter({
    burst: burst * networksPerSite,
    everyMs: everyMs / networksPerSite,
  });
  const byEmail = forEmail && tryCounter(forEmail);
  const lately = tryCounter({ burst: 1, everyMs: fairFor });
  /** @param client its address, and the account that is tried where the limit counts by it */
  return function countTry(
    { address, email }: { readonly address: string; readonly email?: string },
    now = Date.now(),
  ): Verdict {
    const [network, site] = networksOf(address);
    const counts = [
      { counter: byNetwork, key: network },
      { counter: bySite, key: site },
      ...(byEmail && email !== undefined ? [{ counter: byEmail, key: `${network} ${email}` }] : []),
    ];
    const waitMs = Math.max(...counts.map(({ counter, key }) => counter.waitFor(key, now)));
    if (waitMs > longest) return { retryAfter: Math.ceil((waitMs - longest) / second) };
    const recent = Math.max(lately.count(network, now), lately.count(site, now) / networksPerSite);
    for (const { counter, key } of counts) counter.add(key, now);
    for (const key of [network, site]) lately.add(key, now);
    return { waitMs, turn: { network, recent } };
  };
}
