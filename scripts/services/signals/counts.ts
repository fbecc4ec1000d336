import { randomUUID } from 'node:crypto';
import type { Signals } from '@shopwright/shared/contracts/signals';
import * as v from 'valibot';
import { keptSecret, readDatabase, write, type Database } from '../database/open';
import type { Shown } from './shown';

export const hour = 3_600_000;
export const day = 24 * hour;
/** Milliseconds for which counts are kept. */
export const keptFor = 30 * day;
/** Rows of all 30 days, some 60 MB at their longest; a usual site has a few thousand. The oldest go first. */
const maxRows = 100_000;
/** Different texts of faults that are kept for a set of releases and an hour: an attacker may invent any number. */
const maxTexts = 100;

/** Times are counted in buckets, each a tenth wider than the one before: a hundred and some, up to a minute. */
function bucketOf(value: number): number {
  const kept = Math.min(Math.max(1, value), 60_000);
  return Math.ceil(1.1 ** Math.ceil(Math.log(kept) / Math.log(1.1)));
}

/** How a slow press is kept among the faults of an app. */
export const slowPress = {
  expose: 'all',
  stage: 'press',
  cause: 'The slowest press waited more than 200 ms, most of it for a script of this app.',
} as const;

/**
 * What a beacon adds one to, as measure and value.
 * @param decides false: only its faults are shown
 */
function countsOf(visit: Signals, decides: boolean): [string, string | number][] {
  const { releases, faults, hydrated, complete, lcp, inp, cls, slow } = visit;
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
  // Shown as faults are, and not judged as one.
  const version = slow !== undefined && Object.hasOwn(releases, slow) ? releases[slow] : undefined;
  if (slow !== undefined && version !== undefined)
    counts.push(['slow', JSON.stringify({ app: slow, version, ...slowPress })]);
  return counts;
}

/** A set of releases as the table names it. */
const nameOf = (releases: Shown['live']) =>
  Object.entries(releases)
    .map((release) => release.join('='))
    .sort()
    .join(' ');

const judgeRow = v.optional(v.object({ value: v.string() }));

/** Names who counts into this database, and judges by it. */
export function judgeOf(database: Database): string {
  return keptSecret(database, 'judge', randomUUID);
}

/** The same for a database that somebody else has open; null where nobody counts. */
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
  readonly releases: Shown['live'];
  readonly since: number;
  readonly decides: boolean;
  readonly mayBring: () => boolean;
}

const countRow = v.object({ count: v.number() });
const faultRows = v.array(v.object({ releases: v.string(), value: v.string() }));

/** Counts signals in memory, and in the database when told to. */
export function signalCounts(database: Database, limits: { rows: number } = { rows: maxRows }) {
  const pending = new Map<string, number>();
  /** Of the current slot: releases → texts of faults. */
  const texts = { slot: -1, known: new Map<string, Set<string>>() };
  let stored = -1;
  const rowsOfAll = database.prepare('SELECT count(*) AS count FROM signal');
  const faultsOfSlot = database.prepare(
    "SELECT releases, value FROM signal WHERE slot = ? AND measure = 'fault'",
  );
  const forget = database.prepare('DELETE FROM signal WHERE slot < ?');
  const forgetOldest = database.prepare(
    'DELETE FROM signal WHERE slot = (SELECT min(slot) FROM signal)',
  );
  const add = database.prepare(`
    INSERT INTO signal (slot, releases, measure, value, count) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`);
  const store = database.transaction((slot: number, counts: ReadonlyMap<string, number>) => {
    for (const [key, count] of counts) {
      const [at, ...names] = v.parse(
        v.tuple([v.number(), v.string(), v.string(), v.string()]),
        JSON.parse(key),
      );
      add.run(at, ...names, count);
    }
    if (slot === stored) return;
    forget.run(slot - keptFor);
    while (v.parse(countRow, rowsOfAll.get()).count > limits.rows) forgetOldest.run();
    stored = slot;
  });
  function textsOf(slot: number, releases: string): Set<string> {
    if (texts.slot !== slot) {
      texts.slot = slot;
      texts.known = new Map();
      for (const row of v.parse(faultRows, faultsOfSlot.all(slot))) {
        textsOf(slot, row.releases).add(row.value);
      }
    }
    const known = texts.known.get(releases) ?? new Set();
    texts.known.set(releases, known);
    return known;
  }
  return {
    /**
     * @param releases of the site that it was a visit to, and `since` when visitors began to get that
     * @param decides false: only its faults are shown
     * @param mayBring whether a text that nobody else brought in this hour counts; asked for each
     */
    count(
      visit: Signals,
      { releases, since, decides, mayBring }: Counting,
      now = Date.now(),
    ): void {
      const slot = Math.max(now - (now % hour), since);
      const name = nameOf(releases);
      const known = textsOf(slot, name);
      for (const [measure, value] of countsOf(visit, decides)) {
        const text = String(value);
        if (measure === 'fault' && !known.has(text)) {
          if (known.size >= maxTexts || !mayBring()) continue;
          known.add(text);
        }
        const key = JSON.stringify([slot, name, measure, text]);
        pending.set(key, (pending.get(key) ?? 0) + 1);
      }
    },
    /** @throws the database's own error; what was counted since the last time is then lost */
    async flush(now = Date.now()): Promise<void> {
      if (pending.size === 0) return;
      const counts = new Map(pending);
      pending.clear();
      await write(() => store(now - (now % hour), counts));
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
    last: v.number(),
  }),
);

/** A count with the releases that it is of; `first`, `last`: the slots that it was counted in (milliseconds). */
export type SignalRow = v.InferOutput<typeof rows>[number];

/** Whether a row belongs to a composition of these releases. A page does not name those that no page shows. */
export function isOf(row: SignalRow, releases: Readonly<Record<string, string>>): boolean {
  return row.releases.split(' ').every((release) => {
    const [app = '', version] = release.split('=');
    return releases[app] === version;
  });
}

/** Rows that are read at most: of more faults only the most frequent. */
const maxRead = 5000;

/**
 * What was counted since a moment, added up, for who is not the collector.
 * @param releases of one site, and without its faults; default: all
 * @returns nothing where nothing was ever collected
 * @throws Error when the database cannot be read
 */
export function readSignals(
  dataDir: string,
  since: number,
  releases: Shown['live'] | null = null,
): SignalRow[] {
  const database = readDatabase(dataDir);
  try {
    const own = releases && nameOf(releases);
    const read = database?.prepare(`
      SELECT releases, measure, value, sum(count) AS count, min(slot) AS first, max(slot) AS last FROM signal
      WHERE slot >= ? ${own === null ? '' : "AND releases = ? AND measure <> 'fault'"}
      GROUP BY releases, measure, value ORDER BY measure = 'fault', sum(count) DESC LIMIT ${maxRead}`);
    return v.parse(rows, read?.all(since, ...(own === null ? [] : [own])) ?? []);
  } finally {
    database?.close();
  }
}
