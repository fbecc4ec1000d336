import * as v from 'valibot';
import { openReadOnlyDatabase } from '../database/open';
import type { ReleaseSet } from '@composed/contracts/release-manifest';
import { formatReleasesColumn } from './shown-releases';

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

/** A count for a set of releases. `first` and `last` are the hours in which it was counted, in milliseconds. */
export type TelemetryRow = v.InferOutput<typeof rows>[number];

/** Whether a row belongs to a deployment. Its releases may be a subset: a page reports only those that it shows. */
export function belongsToReleases(row: TelemetryRow, releases: ReleaseSet): boolean {
  return row.releases.split(' ').every((release) => {
    const [app = '', version] = release.split('=');
    return releases[app] === version;
  });
}

/** The most rows that are read. Of the faults, the most frequent come first. */
const maxRead = 5000;

/**
 * Reads and adds up the counts since a time, for a process other than the collector.
 * @param releases selects one deployment's counts without its faults. By default all counts are read.
 * @returns no rows when there is no database
 * @throws Error when the database cannot be read
 */
export function readTelemetry(
  dataDir: string,
  since: number,
  releases: ReleaseSet | null = null,
): TelemetryRow[] {
  const database = openReadOnlyDatabase(dataDir);
  try {
    const releaseName = releases && formatReleasesColumn(releases);
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

const judgeRow = v.optional(v.object({ value: v.string() }));

/**
 * Reads the id of the server that counts telemetry in a database and judges canaries by it; null without a database.
 */
export function readJudge(dataDir: string): string | null {
  const database = openReadOnlyDatabase(dataDir);
  try {
    const row = database?.prepare("SELECT value FROM secret WHERE name = 'judge'").get();
    return v.parse(judgeRow, row)?.value ?? null;
  } finally {
    database?.close();
  }
}
