import type { Telemetry } from '@composed/contracts/telemetry';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { readDatabase, write, type Database } from '../database/open';

type ReleaseSet = Readonly<Record<string, string>>;

/** The releases that visitors get, for the collector. */
export interface Shown {
  /** Time of the last change, in milliseconds: earlier visits are counted apart. */
  readonly since: number;
  readonly live: ReleaseSet;
  readonly canary: {
    readonly releases: ReleaseSet;
    /** Per cent of the visitors. */
    readonly share: number;
    /** Signs buckets; null without a judge. */
    readonly secret: string | null;
  } | null;
}

export const hour = 3_600_000;
export const day = 24 * hour;
/** Milliseconds for which counts are kept. */
export const retention = 30 * day;
/** Rows of all 30 days, some 60 MB at their longest; a usual site has a few thousand. The oldest go first. */
const maxRows = 100_000;
/** Different texts of faults that are kept for a set of releases and an hour: an attacker may invent any number. */
const maxTexts = 100;

/** Times are counted in bins, each a tenth wider than the one before: a hundred and some, up to a minute. */
function binOf(value: number): string {
  const clamped = Math.min(Math.max(1, value), 60_000);
  return String(Math.ceil(1.1 ** Math.ceil(Math.log(clamped) / Math.log(1.1))));
}

/** The name of a slow press among the faults of an app. */
export const slowPress = {
  expose: 'all',
  stage: 'press',
  cause: 'The slowest press waited more than 200 ms, most of it for a script of this app.',
} as const;

/**
 * The counts that a beacon increases, as measure and value.
 * @param decides false: only its faults are counted
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
  // A slow press is shown like a fault, and not judged as one.
  const version = slow !== undefined && Object.hasOwn(releases, slow) ? releases[slow] : undefined;
  if (version !== undefined)
    counts.push(['slow', JSON.stringify({ app: slow, version, ...slowPress })]);
  return counts;
}

/** The name of a set of releases in the table. */
const nameOf = (releases: ReleaseSet) =>
  Object.entries(releases)
    .map((release) => release.join('='))
    .sort()
    .join(' ');

const judgeRow = v.optional(v.object({ value: v.string() }));

/** The id of the server that counts into a database and judges by it; null without one. */
export function readJudge(dataDir: string): string | null {
  const database = readDatabase(dataDir);
  try {
    const row = database?.prepare("SELECT value FROM secret WHERE name = 'judge'").get();
    return v.parse(judgeRow, row)?.value ?? null;
  } finally {
    database?.close();
  }
}

interface Counting {
  /** The visited releases, and since when visitors get them. */
  readonly releases: ReleaseSet;
  readonly since: number;
  /** False: only the faults of the visit are counted. */
  readonly decides: boolean;
}

/** Counts that are added to a row of the table. */
interface Pending {
  readonly row: readonly [start: number, releases: string, measure: string, value: string];
  readonly count: number;
}

/** A text of a fault → visits that had it. */
type Texts = Map<string, number>;
type Rows = readonly Pending['row'][];

const countRow = v.object({ count: v.number() });

/**
 * Returns a function that adds counts to the database and removes rows. Once in each period it also removes rows that are
 * too old or too many.
 */
function prepareStore(database: Database, limit: number) {
  let stored = -1;
  const rowsOfAll = database.prepare('SELECT count(*) AS count FROM visit_count');
  const forget = database.prepare('DELETE FROM visit_count WHERE start < ?');
  const forgetOldest = database.prepare(
    'DELETE FROM visit_count WHERE start = (SELECT min(start) FROM visit_count)',
  );
  const add = database.prepare(`
    INSERT INTO visit_count (start, releases, measure, value, count) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`);
  const drop = database.prepare(
    'DELETE FROM visit_count WHERE start = ? AND releases = ? AND measure = ? AND value = ?',
  );
  return database.transaction((start: number, counts: readonly Pending[], droppedRows: Rows) => {
    for (const row of droppedRows) drop.run(...row);
    for (const { row, count } of counts) add.run(...row, count);
    if (start === stored) return;
    forget.run(start - retention);
    while (v.parse(countRow, rowsOfAll.get()).count > limit) forgetOldest.run();
    stored = start;
  });
}

/** Counts telemetry in memory; `flush` adds the counts to the database. */
export function telemetryCounts(database: Database, limit = maxRows) {
  const pending = new Map<string, Pending>();
  /** Texts of faults by start and releases. */
  const texts = new LRUCache<string, Texts>({ max: 10, memoMethod: () => new Map() });
  /** Rows of texts that were dropped for others. */
  const dropped: Pending['row'][] = [];
  const store = prepareStore(database, limit);
  /** Drops the least frequent text, and of equal ones the oldest, where there are `maxTexts`. */
  function makeRoom(faultTexts: Texts, start: number, name: string): void {
    if (faultTexts.size < maxTexts) return;
    const [value] = [...faultTexts].reduce((least, one) => (one[1] < least[1] ? one : least));
    const row: Pending['row'] = [start, name, 'fault', value];
    faultTexts.delete(value);
    pending.delete(JSON.stringify(row));
    dropped.push(row);
  }
  return {
    count(visit: Telemetry, counting: Counting, now = Date.now()): void {
      const { releases, since, decides } = counting;
      const start = Math.max(now - (now % hour), since);
      const name = nameOf(releases);
      const faultTexts = texts.memo(`${start} ${name}`);
      for (const [measure, value] of countsOf(visit, decides)) {
        if (measure === 'fault') {
          const visits = faultTexts.get(value) ?? 0;
          if (visits === 0) makeRoom(faultTexts, start, name);
          faultTexts.set(value, visits + 1);
        }
        const row: Pending['row'] = [start, name, measure, value];
        const key = JSON.stringify(row);
        pending.set(key, { row, count: (pending.get(key)?.count ?? 0) + 1 });
      }
    },
    /** @throws the database's own error; what was counted since the last time is then lost */
    async flush(now = Date.now()): Promise<void> {
      if (pending.size === 0) return;
      const counts = [...pending.values()];
      pending.clear();
      const droppedRows = dropped.splice(0);
      await write(() => store(now - (now % hour), counts, droppedRows));
    },
  };
}

export type TelemetryCounts = ReturnType<typeof telemetryCounts>;

const rows = v.array(
  v.object({
    releases: v.string(),
    measure: v.string(),
    value: v.string(),
    count: v.number(),
    first: v.number(),
    last: v.number(),
  }),
);

/** A count for a set of releases; `first`, `last`: the hours in which it was counted (milliseconds). */
export type TelemetryRow = v.InferOutput<typeof rows>[number];

/** Whether a row belongs to a deployment of these releases. A page names only the releases that it shows. */
export function isOf(row: TelemetryRow, releases: ReleaseSet): boolean {
  return row.releases.split(' ').every((release) => {
    const [app = '', version] = release.split('=');
    return releases[app] === version;
  });
}

/** The most rows that are read: of more faults only the most frequent. */
const maxRead = 5000;

/**
 * Adds up what was counted since a time, for a process that is not the collector.
 * @param releases of one deployment, without its faults; default: all
 * @returns nothing where nothing was ever collected
 * @throws Error when the database cannot be read
 */
export function readTelemetry(
  dataDir: string,
  since: number,
  releases: ReleaseSet | null = null,
): TelemetryRow[] {
  const database = readDatabase(dataDir);
  try {
    const releaseName = releases && nameOf(releases);
    const selectRows = database?.prepare(`
      SELECT releases, measure, value, sum(count) AS count, min(start) AS first, max(start) AS last FROM visit_count
      WHERE start >= ? ${releaseName === null ? '' : "AND releases = ? AND measure <> 'fault'"}
      GROUP BY releases, measure, value ORDER BY measure = 'fault', sum(count) DESC LIMIT ${maxRead}`);
    return v.parse(
      rows,
      selectRows?.all(since, ...(releaseName === null ? [] : [releaseName])) ?? [],
    );
  } finally {
    database?.close();
  }
}
