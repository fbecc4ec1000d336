import type { Settings } from '../../environment';
import { readLedger, type ReleaseSet } from '../../release/ledger';
import type { Store } from '../../release/stores/store';
import { repeat } from '../../services/repeat';
import { isOf, readSignals, type SignalRow } from '../../services/signals/counts';
import { judge, type Tally } from './judge';

/** Adds up what was counted of the visits to a set of releases. */
export function tallyOf(rows: readonly SignalRow[], releases: ReleaseSet): Tally {
  const own = rows.filter((row) => isOf(row, releases));
  const histogram = (name: string) => {
    const times = new Map<number, number>();
    for (const { measure, value, count } of own) {
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

/**
 * Looks at the canary of a store while there is one, and aborts or promotes it by itself. Several servers
 * may do so at once: the ledger takes the first, and what came for this canary never hits the next.
 * @param every milliseconds between two looks
 */
export function watchCanary(store: Store, settings: Settings, every: number) {
  let since = 0;

  async function look(): Promise<void> {
    const { live, canary } = await readLedger(store);
    since = Date.parse(canary?.since ?? live?.since ?? '') || 0;
    if (!live || !canary) return;
    const rows = readSignals(settings.dataDir, since);
    const { composition, promoteAfter } = canary;
    const mayPromote = promoteAfter !== null && Date.now() - since >= promoteAfter * 60_000;
    const tallies = [tallyOf(rows, canary.releases), tallyOf(rows, live.releases)] as const;
    const { action, reason } = judge(...tallies, mayPromote);
    if (action === 'hold') return;
    // Loaded when it is needed: a server starts without what publishes.
    const { change } = await import('../../release/change');
    const { openReleaseTool } = await import('../../release/tool');
    const tool = { ...(await openReleaseTool(settings)), by: 'the judge' };
    await change({ name: action, reason, composition }, tool, (_title, work) => work());
  }

  return {
    /** When what visitors get last changed, in milliseconds; 0 before anything is known of it. */
    since: () => since,
    // What fails, for instance since somebody else was faster, is looked at again.
    stop: repeat(every, look),
  };
}
