import type { Telemetry } from '@composed/contracts/telemetry';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { writeWithRetry, type Database } from '../database/open';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import { formatReleasesColumn } from './shown-releases';

export const hour = 3_600_000;
export const day = 24 * hour;
/** Milliseconds for which counts are kept. */
export const retention = 30 * day;
/**
 * The most rows in the table, about 60 MB at worst. A typical site has a few thousand. The oldest are removed first.
 */
const maxRows = 100_000;
/** The most different faults for a set of releases and an hour. An attacker could report any number of them. */
const maxFaults = 100;

/** Returns the upper bound of a duration's bin. Each bin is a tenth wider than the one before, up to a minute. */
function binOf(value: number): string {
  const clamped = Math.min(Math.max(1, value), 60_000);
  return String(Math.ceil(1.1 ** Math.ceil(Math.log(clamped) / Math.log(1.1))));
}

/** The fault that stands for a slow interaction in the list of an app's faults. */
export const slowPress = {
  expose: 'all',
  stage: 'press',
  cause: 'The slowest press waited more than 200 ms, most of it for a script of this app.',
} as const;

/**
 * Lists the counts that a visit increases, as pairs of measure and value.
 * @param decides whether the visit counts in the comparison of variants. If not, only its faults are counted.
 */
function countsOf(visit: Telemetry, decides: boolean): [string, string][] {
  const { releases, faults, complete, lcp, inp, slow } = visit;
  const distinctFaults = new Set(faults.map((fault) => JSON.stringify(fault)));
  const counts: [string, string][] = [...distinctFaults].map((fault) => ['fault', fault]);
  if (!decides) return counts;
  counts.push(['visits', '']);
  if (faults.length > 0) counts.push(['faulty', '']);
  if (!complete) counts.push(['unhydrated', '']);
  if (lcp !== undefined) counts.push(['lcp', binOf(lcp)]);
  if (inp !== undefined) counts.push(['inp', binOf(inp)]);
  // A slow interaction is listed with the faults, but the judge does not count it as one.
  const version = slow !== undefined && Object.hasOwn(releases, slow) ? releases[slow] : undefined;
  if (version !== undefined)
    counts.push(['slow', JSON.stringify({ app: slow, version, ...slowPress })]);
  return counts;
}

interface Counting {
  readonly releases: ReleaseSet;
  /** When visitors first got these releases, in milliseconds. */
  readonly since: number;
  /** Whether the visit counts in the comparison of variants. */
  readonly decides: boolean;
}

/** A count that is not yet added to its row of the table. */
interface Pending {
  readonly row: readonly [start: number, releases: string, measure: string, value: string];
  readonly count: number;
}

/** The JSON of a fault → the number of visits that reported it. */
type Faults = Map<string, number>;
type Rows = readonly Pending['row'][];

const countRow = v.object({ count: v.number() });

/**
 * Returns a function that adds counts to the database and removes rows. Once an hour it also removes rows that are too
 * old or exceed the limit.
 */
function prepareFlush(database: Database, limit: number) {
  let lastStart = -1;
  const countRows = database.prepare('SELECT count(*) AS count FROM visit_count');
  const removeBefore = database.prepare('DELETE FROM visit_count WHERE start < ?');
  const removeOldest = database.prepare(
    'DELETE FROM visit_count WHERE start = (SELECT min(start) FROM visit_count)',
  );
  const add = database.prepare(`
    INSERT INTO visit_count (start, releases, measure, value, count) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`);
  const remove = database.prepare(
    'DELETE FROM visit_count WHERE start = ? AND releases = ? AND measure = ? AND value = ?',
  );
  return database.transaction((start: number, counts: readonly Pending[], droppedRows: Rows) => {
    for (const row of droppedRows) remove.run(...row);
    for (const { row, count } of counts) add.run(...row, count);
    if (start === lastStart) return;
    removeBefore.run(start - retention);
    while (v.parse(countRow, countRows.get()).count > limit) removeOldest.run();
    lastStart = start;
  });
}

/** Counts telemetry in memory. Its `flush` adds the counts to the database. */
export function createTelemetryCounts(database: Database, limit = maxRows) {
  const pending = new Map<string, Pending>();
  /** The faults by `start` and releases, to limit their number. */
  const faultsByPeriod = new LRUCache<string, Faults>({ max: 10, memoMethod: () => new Map() });
  /** Rows to remove from the database. */
  const dropped: Pending['row'][] = [];
  const writeCounts = prepareFlush(database, limit);
  /** Drops the least frequent fault, or the oldest of several, when there are `maxFaults`. */
  function makeRoom(faults: Faults, start: number, releases: string): void {
    if (faults.size < maxFaults) return;
    const [value] = [...faults].reduce((least, fault) => (fault[1] < least[1] ? fault : least));
    const row: Pending['row'] = [start, releases, 'fault', value];
    faults.delete(value);
    pending.delete(JSON.stringify(row));
    dropped.push(row);
  }
  return {
    count(visit: Telemetry, counting: Counting, now = Date.now()): void {
      const { releases, since, decides } = counting;
      const start = Math.max(now - (now % hour), since);
      const name = formatReleasesColumn(releases);
      const faults = faultsByPeriod.memo(`${start} ${name}`);
      for (const [measure, value] of countsOf(visit, decides)) {
        if (measure === 'fault') {
          const visits = faults.get(value) ?? 0;
          if (visits === 0) makeRoom(faults, start, name);
          faults.set(value, visits + 1);
        }
        const row: Pending['row'] = [start, name, measure, value];
        const key = JSON.stringify(row);
        pending.set(key, { row, count: (pending.get(key)?.count ?? 0) + 1 });
      }
    },
    /** @throws the database's error. The counts since the last flush are then lost. */
    async flush(now = Date.now()): Promise<void> {
      if (pending.size === 0) return;
      const counts = [...pending.values()];
      pending.clear();
      const droppedRows = dropped.splice(0);
      await writeWithRetry(() => writeCounts(now - (now % hour), counts, droppedRows));
    },
  };
}

export type TelemetryCounts = ReturnType<typeof createTelemetryCounts>;
