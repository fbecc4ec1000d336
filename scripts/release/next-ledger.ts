import { type Entry, extendHistory, shownUntil } from './history';
import type { Ledger, Live, Preview, WayBack } from './ledger';
import { changeSettings, type SettingsChange } from './settings';

/** Pages that a command composed. */
export interface ComposedSite extends Pick<
  Live,
  'composition' | 'releases' | 'prices' | 'siteUrl'
> {
  readonly waysBack: WayBack[];
}

export interface LedgerChange {
  readonly entry: Entry;
  /** What goes live or into the preview that `entry` names; null for a command without pages. */
  readonly composed: ComposedSite | null;
  readonly settings?: SettingsChange;
  /** Files that a prune has chosen. */
  readonly pruning?: readonly string[];
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** What a command changes in the ledger. Pure. */
export function nextLedger(ledger: Ledger, change: LedgerChange): Partial<Ledger> {
  const { entry, composed, settings, pruning, by, at } = change;
  const removed = entry.action === 'preview-removed' ? ledger.previews[entry.preview ?? ''] : null;
  const history = extendHistory(ledger.history, {
    ...entry,
    ...{ at, by, changes: [...entry.changes] },
    composition: composed?.composition ?? removed?.composition ?? null,
  });
  return {
    history,
    ...(settings ? { settings: changeSettings(ledger.settings, settings) } : {}),
    ...(pruning
      ? {
          pruning: { keys: [...pruning], since: at, by },
          lastShown: withoutRemoved(ledger.lastShown, pruning),
        }
      : {}),
    ...(entry.preview === undefined
      ? composed && putLive(ledger, { ...composed, since: at, by })
      : putPreview(ledger, entry, composed, { since: at, by })),
  };
}

function putLive(ledger: Ledger, live: Live): Partial<Ledger> {
  return { live, lastShown: shownUntil(ledger.lastShown, ledger.live, live, live.since) };
}

function putPreview(
  { previews, lastShown }: Ledger,
  { preview: name = '', changes: [shown] }: Entry,
  composed: ComposedSite | null,
  made: { since: string; by: string },
): Partial<Ledger> {
  const { [name]: before, ...others } = previews;
  let after: Preview | null = null;
  if (composed) {
    const { waysBack: _liveOnly, ...site } = composed;
    after = { ...site, ...made, app: shown?.app ?? '', version: shown?.to ?? '' };
  }
  return {
    previews: after ? { ...others, [name]: after } : others,
    lastShown: shownUntil(lastShown, before, after, made.since),
  };
}

function withoutRemoved(lastShown: Ledger['lastShown'], removed: readonly string[]) {
  const gone = new Set(
    removed.map((key) =>
      key.replace(/^releases\/(.*)\/release\.json$|^compositions\/(.*)\.json$/, '$1$2'),
    ),
  );
  return Object.fromEntries(Object.entries(lastShown).filter(([name]) => !gone.has(name)));
}
