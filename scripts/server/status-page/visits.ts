import { signalledFault, type SignalledFault } from '@shopwright/shared/contracts/signals';
import * as v from 'valibot';
import type { ReleaseSet } from '../../release/ledger';
import { day, hour, keptFor, readSignals, type SignalRow } from '../../services/signals/counts';
import { p75 } from '../canary/judge';
import { tallyOf } from '../canary/watch';

/** Faults that the page shows, the most frequent first. */
const shownFaults = 50;

/** What visits came to lately, as the collector counted it; nothing where it cannot be read. */
export function readVisits(dataDir: string, now = Date.now()) {
  // Counts are kept by the full hour.
  const since = { hour: now - hour - ((now - hour) % hour), day: now - day, month: now - keptFor };
  const read = (from: number) => {
    try {
      return readSignals(dataDir, from);
    } catch {
      return [];
    }
  };
  return { hour: read(since.hour), day: read(since.day), month: read(since.month) };
}
export type Visits = ReturnType<typeof readVisits>;

function faultsIn(rows: readonly SignalRow[]) {
  return rows
    .filter(({ measure }) => measure === 'fault')
    .map((row) => ({ ...row, fault: v.parse(signalledFault, JSON.parse(row.value)) }));
}

/**
 * The faults of the last day by app, release, module and stage, the most frequent first.
 * @param live what a canary began with too is not new with the canary
 */
export function faultRows(visits: Visits, live: ReleaseSet) {
  const isLive = ({ app, version }: SignalledFault) => Number(live[app] === version);
  const month = faultsIn(visits.month).sort(
    (a, b) => a.first - b.first || isLive(b.fault) - isLive(a.fault),
  );
  const count = (rows: readonly SignalRow[], fault: string) =>
    rows.reduce((sum, row) => sum + (row.value === fault ? row.count : 0), 0);
  const faults = new Map(faultsIn(visits.day).map(({ value, fault }) => [value, fault]));
  return [...faults]
    .map(([value, fault]) => {
      const isSame = (other: typeof fault) =>
        (['app', 'expose', 'stage', 'cause'] as const).every((key) => other[key] === fault[key]);
      /** The first release of the app that had it, in the last 30 days. */
      const first = month.find((row) => isSame(row.fault))?.fault.version ?? fault.version;
      return {
        ...fault,
        inHour: count(visits.hour, value),
        inDay: count(visits.day, value),
        first,
      };
    })
    .sort((a, b) => b.inDay - a.inDay)
    .slice(0, shownFaults);
}

/** What the visits of the last day to a set of releases came to, as the cells of a table. */
export function visitCells({ day: rows }: Visits, releases: ReleaseSet): string[] {
  const { visits, faulty, unhydrated, lcp, inp } = tallyOf(rows, releases);
  const share = (count: number) =>
    visits === 0 ? '–' : `${((100 * count) / visits).toFixed(1)} %`;
  const time = (value: number | null) => (value === null ? '–' : `${value} ms`);
  return [String(visits), share(faulty), share(unhydrated), time(p75(lcp)), time(p75(inp))];
}

/** Whether a fault came with a release that visitors get now, and there was another before it. */
export function isNew(
  { app, version, first }: ReturnType<typeof faultRows>[number],
  { month }: Visits,
  shown: readonly ReleaseSet[],
): boolean {
  const isOther = ({ releases }: SignalRow) =>
    ` ${releases}`.includes(` ${app}=`) && !releases.includes(`${app}=${version}`);
  const isShown = shown.some((releases) => releases[app] === version);
  return version === first && isShown && month.some(isOther);
}
