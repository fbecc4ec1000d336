import type { FaultReport, Visits } from '../../release/faults';
import type { ReleaseSet } from '../../release/ledger';
import type { SignalRow } from '../../services/signals/counts';
import { p75 } from '../canary/judge';
import { tallyOf } from '../canary/watch';

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
  { app, version, first }: FaultReport,
  { month }: Visits,
  shown: readonly ReleaseSet[],
): boolean {
  const isOther = ({ releases }: SignalRow) =>
    ` ${releases}`.includes(` ${app}=`) && !releases.includes(`${app}=${version}`);
  const isShown = shown.some((releases) => releases[app] === version);
  return version === first && isShown && month.some(isOther);
}
