import { reportedFault, type ReportedFault } from '@composed/contracts/telemetry';
import * as v from 'valibot';
import { day, retention } from '@composed/http/telemetry/count-visits';
import { readTelemetry, type TelemetryRow } from '@composed/http/telemetry/read-counts';
import { plainText } from '@composed/command/terminal';
import { type Ledger, readLedger } from '../ledger/ledger';
import { formatAgo, formatTable, type Table } from '@composed/command/format';
import { Resolver, formatPosition, type SourcePosition } from './resolver';
import type { Store } from '../store/store';

/** The most faults that are shown, and the most that are read. */
const shownFaults = 50;
const maxFaults = 500;

/** Reads recent visits as the collector has counted them; none if its database cannot be read. */
export function readVisits(dataDir: string, now = Date.now()) {
  const read = (from: number) => {
    try {
      return readTelemetry(dataDir, from);
    } catch {
      return [];
    }
  };
  return { day: read(now - day), month: read(now - retention) };
}
export type Visits = ReturnType<typeof readVisits>;

/** Returns the faults among counts, and the apps whose scripts delayed a press. */
function findFaults(rows: readonly TelemetryRow[]) {
  return rows
    .filter(({ measure }) => measure === 'fault' || measure === 'slow')
    .map((row) => ({ ...row, fault: v.parse(reportedFault, JSON.parse(row.value)) }));
}

/** Faults at one source line; their frames may differ. */
interface Group {
  readonly fault: Omit<ReportedFault, 'frames'>;
  readonly position: SourcePosition | null;
  readonly rows: readonly TelemetryRow[];
}

const total = (rows: readonly TelemetryRow[]) => rows.reduce((sum, { count }) => sum + count, 0);

function describe(
  { fault, position, rows }: Group,
  visits: Visits,
  month: ReturnType<typeof findFaults>,
  { history }: Ledger,
) {
  const { app, version, expose, stage, cause } = fault;
  const sameFaults = month
    .filter(({ fault: other }) =>
      (['app', 'expose', 'stage', 'cause'] as const).every((key) => other[key] === fault[key]),
    )
    .sort((a, b) => a.first - b.first);
  const ofRelease = sameFaults.filter((row) => row.fault.version === version);
  const countedVisits = visits.day.filter(({ measure, releases }) => {
    return measure === 'visits' && releases.split(' ').includes(`${app}=${version}`);
  });
  const inDay = total(rows);
  const deploy = history.find(
    ({ action, changes }) =>
      action !== 'preview' && changes.some((each) => each.app === app && each.to === version),
  );
  return {
    app,
    version,
    expose,
    stage,
    cause,
    /** File and line. */
    position: position && formatPosition(position),
    /** The text of that line. */
    code: position?.code ?? null,
    /** Visits with the fault in the last day. */
    inDay,
    /** Their percentage of all counted visits to the release; null if none was counted. */
    share:
      countedVisits.length === 0
        ? null
        : Math.min(100, Math.round((1000 * inDay) / total(countedVisits)) / 10),
    /** Times of the last 30 days in ISO 8601, UTC, to the hour. */
    firstSeen: new Date(Math.min(...ofRelease.map((row) => row.first))).toISOString(),
    lastSeen: new Date(Math.max(...ofRelease.map((row) => row.last))).toISOString(),
    /** The app's first release with the fault. */
    first: sameFaults[0]?.fault.version ?? version,
    /** Who deployed the release. */
    by: deploy?.by ?? null,
  };
}

/** Lists faults in visitors' browsers in the last day, by release and source line, the most frequent first. */
export async function listFaults(store: Store, visits: Visits) {
  const ledger = await readLedger(store);
  const resolver = new Resolver(store, ledger);
  const groups = new Map<string, Group>();
  for (const row of findFaults(visits.day).slice(0, maxFaults)) {
    const { frames = [], ...fault } = row.fault;
    const position = await resolver.findOwnPosition(frames.join('\n'));
    const key = JSON.stringify([fault, position && formatPosition(position)]);
    groups.set(key, { fault, position, rows: [...(groups.get(key)?.rows ?? []), row] });
  }
  // The month is parsed only once, since anybody can report thousands of invented faults.
  const month = findFaults(visits.month);
  return [...groups.values()]
    .sort((a, b) => total(b.rows) - total(a.rows))
    .slice(0, shownFaults)
    .map((group) => describe(group, visits, month, ledger));
}
export type FaultSummary = Awaited<ReturnType<typeof listFaults>>[number];

export function createFaultTable(faults: readonly FaultSummary[], now: Date): Table {
  const rows = faults.map(({ share, ...fault }) => [
    fault.app,
    fault.version,
    fault.by ?? '–',
    fault.expose.replace('./', ''),
    fault.stage,
    fault.position ?? '–',
    String(fault.inDay),
    share === null ? '–' : `${share} %`,
    formatAgo(fault.firstSeen, now),
    formatAgo(fault.lastSeen, now),
    fault.first === fault.version ? 'this release' : fault.first,
    plainText(fault.cause),
  ]);
  const heads = [
    'App',
    'Release',
    'By',
    'Module',
    'Stage',
    'Line',
    'Last day',
    'Of visits',
    'First seen',
    'Last seen',
    'First in',
    'Cause',
  ];
  return { heads, rows };
}

export function formatFaults(faults: readonly FaultSummary[], now: Date): string {
  if (faults.length === 0) return 'No faults were reported in the last day.\n';
  return `${formatTable(createFaultTable(faults, now))}\n`;
}
