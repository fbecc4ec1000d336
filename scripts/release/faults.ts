import { signalledFault } from '@shopwright/shared/contracts/signals';
import * as v from 'valibot';
import { day, hour, keptFor, readSignals, type SignalRow } from '../services/signals/counts';
import { plainText } from '../compose/plain-text';
import { type Ledger, readLedger } from './ledger';
import { formatAgo, formatTable } from './reports/format';
import { createResolver, formatPlace, type Place } from './stacks/resolve';
import type { Store } from './stores/store';

/** Faults that are shown, the most frequent first, and different ones that are looked at. */
const shownFaults = 50;
const mostFaults = 500;

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

/** The faults among what was counted, and whose scripts presses waited for. */
function faultsIn(rows: readonly SignalRow[]) {
  return rows
    .filter(({ measure }) => measure === 'fault' || measure === 'slow')
    .map((row) => ({ ...row, fault: v.parse(signalledFault, JSON.parse(row.value)) }));
}
type CountedFault = ReturnType<typeof faultsIn>[number];

const total = (rows: readonly SignalRow[]) => rows.reduce((sum, { count }) => sum + count, 0);

interface Counted {
  readonly day: readonly SignalRow[];
  readonly hour: readonly CountedFault[];
  readonly month: readonly CountedFault[];
}

function describe(
  { fault, count }: CountedFault,
  place: Place | null,
  { day: rows, hour: lately, month: counted }: Counted,
  { live, history }: Pick<Ledger, 'live' | 'history'>,
  alike: ReadonlySet<string>,
) {
  const { app, version, expose, stage, cause } = fault;
  const isLive = (row: CountedFault) => Number(live?.releases[app] === row.fault.version);
  const isSame = ({ fault: other }: CountedFault) =>
    (['app', 'expose', 'stage', 'cause'] as const).every((key) => other[key] === fault[key]);
  // What a canary began with too is not new with the canary.
  const month = counted.filter(isSame).sort((a, b) => a.first - b.first || isLive(b) - isLive(a));
  const own = month.filter((row) => row.fault.version === version);
  const isOfRelease = ({ releases }: SignalRow) => ` ${releases} `.includes(` ${app}=${version} `);
  const heard = total(rows.filter((row) => row.measure === 'visits' && isOfRelease(row)));
  const deployed = history.find(({ action, changes }) => {
    const isDeploy = ['publish', 'canary', 'rollback'].includes(action);
    return isDeploy && changes.some((change) => change.app === app && change.to === version);
  });
  return {
    ...{ app, version, expose, stage, cause },
    /** File and line, and what stands there. */
    place: place && formatPlace(place),
    code: place?.code ?? null,
    inHour: total(lately.filter(({ value }) => alike.has(value))),
    /** Visits of the last day, and their share of those that were heard of, in per cent. */
    inDay: count,
    share: heard === 0 ? null : Math.min(100, Math.round((1000 * count) / heard) / 10),
    /** ISO 8601, UTC, by the hour; of the last 30 days. */
    firstSeen: new Date(Math.min(...own.map((row) => row.first))).toISOString(),
    lastSeen: new Date(Math.max(...own.map((row) => row.last))).toISOString(),
    /** The first release of the app that had it. */
    first: month[0]?.fault.version ?? version,
    /** Who deployed the release, and when. */
    by: deployed?.by ?? null,
    at: deployed?.at ?? null,
  };
}

/** What failed in visitors' browsers in the last day, by release and line, the most frequent first. */
export async function listFaults(store: Store, visits: Visits) {
  const { live, history, ...ledger } = await readLedger(store);
  const resolver = createResolver(store, { ...ledger, live, history });
  const groups = new Map<string, { row: CountedFault; place: Place | null; alike: Set<string> }>();
  for (const row of faultsIn(visits.day).slice(0, mostFaults)) {
    const { frames = [], ...fault } = row.fault;
    const place = await resolver.firstOwn(frames.join('\n'));
    const key = JSON.stringify([fault, place && formatPlace(place)]);
    const group = groups.get(key);
    const count = row.count + (group?.row.count ?? 0);
    const alike = (group?.alike ?? new Set()).add(row.value);
    groups.set(key, { row: { ...(group?.row ?? row), count }, place, alike });
  }
  // Parsed once for all: anybody may have invented thousands.
  const parsed = { hour: faultsIn(visits.hour), month: faultsIn(visits.month) };
  const counted = { day: visits.day, ...parsed };
  const worst = [...groups.values()].sort((a, b) => b.row.count - a.row.count);
  return worst
    .slice(0, shownFaults)
    .map(({ row, place, alike }) => describe(row, place, counted, { live, history }, alike));
}
export type FaultReport = Awaited<ReturnType<typeof listFaults>>[number];

type Column = (fault: FaultReport, now: Date) => string;
const columns: Readonly<Record<string, Column>> = {
  App: ({ app }) => app,
  Release: ({ version }) => version,
  Line: ({ place, expose }) => place ?? expose,
  Stage: ({ stage }) => stage,
  Visits: ({ inDay }) => String(inDay),
  Share: ({ share }) => (share === null ? '–' : `${share} %`),
  First: ({ firstSeen }, now) => formatAgo(firstSeen, now),
  Last: ({ lastSeen }, now) => formatAgo(lastSeen, now),
  By: ({ by }) => by ?? '',
  Cause: ({ cause }) => plainText(cause),
};

/** The same for a terminal. */
export function formatFaults(faults: readonly FaultReport[], now: Date): string {
  if (faults.length === 0) return 'No visit of the last day has told of a fault.\n';
  const rows = faults.map((fault) => Object.values(columns).map((cell) => cell(fault, now)));
  return `${formatTable(Object.keys(columns), rows, new Set(['Visits', 'Share']))}\n`;
}
