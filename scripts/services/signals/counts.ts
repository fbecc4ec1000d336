import type { Signals } from 'shared/contracts/signals';
import * as v from 'valibot';
import { readDatabase, write, type Database } from '../database/open';

export const hour = 3_600_000;
export const day = 24 * hour;
/** Milliseconds for which counts are kept. */
export const keptFor = 30 * day;
/** Rows of one slot: a flood of invented faults must not fill the disk. */
const maxRows = 10_000;

/** Times are counted in buckets, each a tenth wider than the one before. */
function bucketOf(value: number): number {
  return Math.ceil(1.1 ** Math.ceil(Math.log(Math.max(1, value)) / Math.log(1.1)));
}

/**
 * What a beacon adds one to, as measure and value.
 * @param decides false: only its faults are shown
 */
function countsOf(visit: Signals, decides: boolean): [string, string | number][] {
  const { faults, hydrated, complete, lcp, inp, cls } = visit;
  const shown = new Set(faults.map((fault) => JSON.stringify(fault)));
  const counts: [string, string | number][] = [...shown].map((fault) => ['fault', fault]);
  if (!decides) return counts;
  counts.push(['visits', '']);
  if (faults.length > 0) counts.push(['faulty', '']);
  // Islands are hydrated when somebody touches them.
  const parts = Object.entries(hydrated).filter(([part]) => part === 'page' || part.includes('/'));
  if (complete) counts.push(['hydrated', bucketOf(Math.max(0, ...parts.map(([, at]) => at)))]);
  else counts.push(['unhydrated', '']);
  if (lcp !== undefined) counts.push(['lcp', bucketOf(lcp)]);
  if (inp !== undefined) counts.push(['inp', bucketOf(inp)]);
  // Thousandths.
  if (cls !== undefined) counts.push(['cls', bucketOf(cls * 1000)]);
  return counts;
}

/** A set of releases as the table names it. */
const nameOf = (releases: Signals['releases']) =>
  Object.entries(releases)
    .map((release) => release.join('='))
    .sort()
    .join(' ');

/**
 * Counts signals in memory, and in the database when told to.
 * @param since when what visitors get last changed, in milliseconds: what came before it is counted apart
 */
export function signalCounts(database: Database, since: () => number) {
  const pending = new Map<string, number>();
  const rowsOfSlot = database.prepare('SELECT count(*) AS count FROM signal WHERE slot = ?');
  const forget = database.prepare('DELETE FROM signal WHERE slot < ?');
  const add = database.prepare(`
    INSERT INTO signal (slot, releases, measure, value, count) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`);
  const store = database.transaction((slot: number, counts: ReadonlyMap<string, number>) => {
    forget.run(slot - keptFor);
    const { count: rows } = v.parse(v.object({ count: v.number() }), rowsOfSlot.get(slot));
    for (const [key, count] of [...counts].slice(0, maxRows - rows)) {
      add.run(slot, ...v.parse(v.array(v.string()), JSON.parse(key)), count);
    }
  });
  return {
    count(visit: Signals, decides: boolean): void {
      for (const [measure, value] of countsOf(visit, decides)) {
        const key = JSON.stringify([nameOf(visit.releases), measure, String(value)]);
        pending.set(key, (pending.get(key) ?? 0) + 1);
      }
    },
    /** @throws the database's own error; what was counted since the last time is then lost */
    async flush(now = Date.now()): Promise<void> {
      if (pending.size === 0) return;
      const counts = new Map(pending);
      pending.clear();
      await write(() => store(Math.max(now - (now % hour), since()), counts));
    },
  };
}

export type SignalCounts = ReturnType<typeof signalCounts>;

const rows = v.array(
  v.object({
    releases: v.string(),
    measure: v.string(),
    value: v.string(),
    count: v.number(),
    first: v.number(),
  }),
);

/** A count with the releases that it is of; `first`: when it was counted first (milliseconds). */
export type SignalRow = v.InferOutput<typeof rows>[number];

/** Whether a row belongs to a composition of these releases. A page does not name those that no page shows. */
export function isOf(row: SignalRow, releases: Readonly<Record<string, string>>): boolean {
  return row.releases.split(' ').every((release) => {
    const [app = '', version] = release.split('=');
    return releases[app] === version;
  });
}

/**
 * What was counted since a moment, for who is not the collector.
 * @returns nothing where nothing was ever collected
 * @throws Error when the database cannot be read
 */
export function readSignals(dataDir: string, since: number): SignalRow[] {
  const database = readDatabase(dataDir);
  try {
    const read = database?.prepare(`
      SELECT releases, measure, value, sum(count) AS count, min(slot) AS first
      FROM signal WHERE slot >= ? GROUP BY releases, measure, value`);
    return v.parse(rows, read?.all(since) ?? []);
  } finally {
    database?.close();
  }
}
