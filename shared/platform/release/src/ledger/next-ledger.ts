import { type Entry, extendHistory } from './history';
import {
  type Ledger,
  type LiveDeployment,
  type ShownDeployments,
  shownDeployments,
} from './ledger';
import { changeSettings, type SettingsChange } from './settings';

/** A deployment that a command composed, as the ledger keeps it. */
export type RecordedDeployment = Omit<LiveDeployment, 'since' | 'by'>;

export interface LedgerChange {
  readonly entry: Entry;
  /** The deployment that goes live, becomes the canary or the preview of `entry`; null: no pages change. */
  readonly composed: RecordedDeployment | null;
  /** The running canary, composed with the new live releases; null when it no longer fits. */
  readonly renewed?: RecordedDeployment | null;
  readonly settings?: SettingsChange | undefined;
  /** Files that a prune has chosen. */
  readonly pruning?: readonly string[];
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Changes of the ledger by a command. Pure. */
export function nextLedger(ledger: Ledger, change: LedgerChange): Partial<Ledger> {
  const { entry, composed, settings, pruning = [], by, at } = change;
  const shownNext = nextShown(ledger, change);
  const concernsCanary = ['canary', 'promote', 'abort'].includes(entry.action);
  const removed = entry.action === 'preview-removed' ? ledger.previews[entry.preview ?? ''] : null;
  const shownDeployment = composed ?? removed ?? (concernsCanary ? ledger.canary : null);
  const pruned = new Set(pruning.map(shownName));
  const lastShown = Object.entries(shownUntil(ledger, shownNext, at));
  return {
    ...withoutPruned(shownNext, pruned),
    history: extendHistory(ledger.history, {
      ...entry,
      at,
      by,
      revision: ledger.revision + 1,
      changes: [...entry.changes],
      deployment: shownDeployment?.deployment ?? null,
    }),
    lastShown: Object.fromEntries(lastShown.filter(([name]) => !pruned.has(name))),
    ...(settings ? { settings: changeSettings(ledger.settings, settings) } : {}),
    ...(pruning.length > 0 ? { pruning: [...pruning] } : {}),
  };
}

function nextShown({ live, canary, previews }: Ledger, change: LedgerChange): ShownDeployments {
  const { entry, composed, renewed, by, at } = change;
  const before = { live, canary, previews };
  const shownNext = composed && { ...composed, since: at, by };
  const about = { app: entry.changes[0]?.app ?? '', version: entry.changes[0]?.to ?? '' };
  switch (entry.action) {
    case 'preview':
    case 'preview-removed': {
      const { [entry.preview ?? '']: _before, ...otherPreviews } = previews;
      if (!shownNext) return { ...before, previews: otherPreviews };
      const { rollbackChecks: _liveOnly, ...rest } = shownNext;
      return {
        ...before,
        previews: { ...otherPreviews, [entry.preview ?? '']: { ...rest, ...about } },
      };
    }
    case 'canary': {
      // Without new pages the canary gets another share of the visitors.
      const pages = shownNext ?? canary;
      const { share = 1, promoteAfter = null } = entry;
      // Visits at different shares cannot be added up, so the canary is judged from now on. Its judge is chosen again:
      // the last one may be gone for good.
      const next = { ...about, share, promoteAfter, since: at, judge: null };
      return pages ? { ...before, canary: { ...pages, ...next } } : before;
    }
    case 'promote': {
      if (!canary) return before;
      const { app: _1, version: _2, share: _3, promoteAfter: _4, judge: _5, ...rest } = canary;
      return { live: { ...rest, since: at, by }, canary: null, previews };
    }
    case 'abort':
      return { ...before, canary: null };
    default: {
      // The canary is compared with a new live deployment, so it is judged from now on.
      const nextCanary = canary && renewed ? { ...canary, ...renewed, since: at } : null;
      return shownNext ? { ...before, live: shownNext, canary: nextCanary } : before;
    }
  }
}

/** The shown deployments without rollbacks to pruned releases. */
function withoutPruned(shown: ShownDeployments, pruned: ReadonlySet<string>): ShownDeployments {
  const dropPruned = <T extends Pick<LiveDeployment, 'rollbackChecks'>>(deployment: T): T => {
    const checks = deployment.rollbackChecks.filter(({ app, to }) => !pruned.has(`${app}/${to}`));
    return { ...deployment, rollbackChecks: checks };
  };
  const { live, canary } = shown;
  return { ...shown, live: live && dropPruned(live), canary: canary && dropPruned(canary) };
}

/** `lastShown`, with `at` for each release and deployment that visitors get no more. */
function shownUntil(before: Ledger, after: ShownDeployments, at: string): Ledger['lastShown'] {
  const names = (deployments: ShownDeployments) =>
    shownDeployments(deployments).flatMap(({ deployment, releases }) => [
      ...Object.entries(releases).map((release) => release.join('/')),
      deployment,
    ]);
  const shown = new Set(names(after));
  const gone = names(before).filter((name) => !shown.has(name));
  return { ...before.lastShown, ...Object.fromEntries(gone.map((name) => [name, at])) };
}

/** The name of a release or deployment in `lastShown`, from the key of its manifest or index. */
function shownName(key: string): string {
  return key.replace(/^releases\/(.*)\/release\.json$|^deployments\/(.*)\.json$/, '$1$2');
}
