import { type Entry, extendHistory } from './history';
import type { Canary, Ledger, Live, Preview, WayBack } from './ledger';
import { changeSettings, type SettingsChange } from './settings';

/** `lastShown` once a site gave way to another, or to none. */
function shownUntil(
  lastShown: Ledger['lastShown'],
  before: Live | Preview | null | undefined,
  after: Live | Preview | null,
  at: string,
): Ledger['lastShown'] {
  if (!before) return lastShown;
  const gone = Object.entries(before.releases).filter(
    ([app, version]) => after?.releases[app] !== version,
  );
  return {
    ...lastShown,
    ...Object.fromEntries(gone.map(([app, version]) => [`${app}/${version}`, at])),
    ...(before.composition === after?.composition ? {} : { [before.composition]: at }),
  };
}

/** Pages that a command composed. */
interface ComposedSite extends Pick<
  Live,
  'composition' | 'releases' | 'prices' | 'siteUrl' | 'signals'
> {
  readonly waysBack: WayBack[];
}

export interface LedgerChange {
  readonly entry: Entry;
  /** What goes live, becomes the canary, or goes into the preview that `entry` names; null: no pages. */
  readonly composed: ComposedSite | null;
  /** The running canary on top of what goes live; null when it no longer fits. */
  readonly renewed?: ComposedSite | null;
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
  const shown = composed ?? removed ?? (endsOrGrows(entry) ? ledger.canary : null);
  const history = extendHistory(ledger.history, {
    ...entry,
    ...{ at, by, changes: [...entry.changes] },
    composition: shown?.composition ?? null,
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
      ? (composed ?? endsOrGrows(entry)) && putSites(ledger, change)
      : putPreview(ledger, entry, composed, { since: at, by })),
  };
}

/** Whether a command changes the canary and composes nothing. */
function endsOrGrows({ action }: Entry): boolean {
  return action === 'canary-share' || action === 'promote' || action === 'abort';
}

function putSites(ledger: Ledger, change: LedgerChange): Partial<Ledger> {
  const live = nextLive(ledger, change);
  const canary = nextCanary(ledger, change);
  const lastShown = shownUntil(ledger.lastShown, ledger.live, live, change.at);
  return {
    live,
    canary,
    lastShown: shownUntil(lastShown, ledger.canary, canary ?? live, change.at),
  };
}

function nextLive(ledger: Ledger, { entry, composed, by, at }: LedgerChange): Live | null {
  if (entry.action === 'promote' && ledger.canary) {
    const { app: _1, version: _2, share: _3, promoteAfter: _4, ...site } = ledger.canary;
    return { ...site, since: at, by };
  }
  const goesLive = composed && entry.action !== 'canary';
  return goesLive ? { ...composed, since: at, by } : ledger.live;
}

function nextCanary(ledger: Ledger, change: LedgerChange): Canary | null {
  const { entry, composed, renewed, by, at } = change;
  const { canary } = ledger;
  switch (entry.action) {
    case 'canary': {
      const [shown] = entry.changes;
      const { share = 1, promoteAfter = null } = entry;
      if (!composed || !shown) return canary;
      const { app, to: version } = shown;
      return { ...composed, since: at, by, app, version, share, promoteAfter };
    }
    case 'canary-share': {
      if (!canary) return null;
      const { share = canary.share, promoteAfter = canary.promoteAfter } = entry;
      return { ...canary, share, promoteAfter };
    }
    case 'promote':
    case 'abort':
      return null;
    default:
      // What it is compared with is new, so it begins anew.
      return canary && renewed ? { ...canary, ...renewed, since: at } : null;
  }
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
