import type { ReleaseSet } from '@composed/contracts/release-manifest';
import { belongsToReleases, type TelemetryRow } from '@composed/http/telemetry/read-counts';
import type { Tally } from './judge';

/** Adds up the counts of visits to a deployment. */
export function tallyVisits(rows: readonly TelemetryRow[], releases: ReleaseSet): Tally {
  const ownRows = rows.filter((row) => belongsToReleases(row, releases));
  const histogram = (name: string) => {
    const times = new Map<number, number>();
    for (const { measure, value, count } of ownRows) {
      if (measure === name) times.set(Number(value), (times.get(Number(value)) ?? 0) + count);
    }
    return times;
  };
  const total = (name: string) => histogram(name).get(0) ?? 0;
  return {
    visits: total('visits'),
    faulty: total('faulty'),
    unhydrated: total('unhydrated'),
    lcp: histogram('lcp'),
    inp: histogram('inp'),
  };
}
