import { type NewEntry, extendHistory } from './history';
import {
  type Canary,
  type Ledger,
  type LiveDeployment,
  type ShownDeployments,
  listShownDeployments,
} from './ledger';
import { changeSettings, type SettingsChange } from './site-settings';

/** A composed deployment, as the ledger records it. */
export type RecordedDeployment = Omit<LiveDeployment, 'since' | 'by'>;

/** The changes by a command, as the ledger records them. */
export interface LedgerChange {
  readonly entry: NewEntry;
  /** The deployment that goes live, or becomes the canary or the preview of `entry`; null if no pages change. */
  readonly nextDeployment: RecordedDeployment | null;
  /** The running canary, composed again with the new live releases; null if it no longer fits them. */
  readonly renewedCanary?: RecordedDeployment | null;
  readonly settingsChange?: SettingsChange | undefined;
  /** Files that a prune has chosen. */
  readonly pruning?: readonly string[];
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Returns the changes of the ledger that a command makes. */
export function createNextLedger(ledger: Ledger, change: LedgerChange): Partial<Ledger> {
  const { entry, nextDeployment, settingsChange, pruning = [], by, at } = change;
  const shownNext = updateShownDeployments(ledger, change);
  const concernsCanary = ['canary', 'promote', 'abort'].includes(entry.action);
  const removedPreview =
    entry.action === 'preview-removed' ? ledger.previews[entry.preview ?? ''] : null;
  const shownDeployment =
    nextDeployment ?? removedPreview ?? (concernsCanary ? ledger.canary : null);
  const pruned = new Set(pruning.map(parseShownName));
  const lastShown = Object.entries(updateLastShown(ledger, shownNext, at));
  return {
    ...removePruned(shownNext, pruned),
    history: extendHistory(ledger.history, {
      ...entry,
      at,
      by,
      revision: ledger.revision + 1,
      changes: [...entry.changes],
      deployment: shownDeployment?.deployment ?? null,
    }),
    lastShown: Object.fromEntries(lastShown.filter(([name]) => !pruned.has(name))),
    ...(settingsChange ? { settings: changeSettings(ledger.settings, settingsChange) } : {}),
    ...(pruning.length > 0 ? { pruning: [...pruning] } : {}),
  };
}

function updateShownDeployments(ledger: Ledger, change: LedgerChange): ShownDeployments {
  const { live, canary, previews } = ledger;
  const { entry, nextDeployment, renewedCanary: renewed, by, at } = change;
  const before = { live, canary, previews };
  const deployment = nextDeployment && { ...nextDeployment, since: at, by };
  switch (entry.action) {
    case 'preview':
    case 'preview-removed':
      return { ...before, previews: updatePreviews(previews, entry, deployment) };
    case 'canary':
      // Without new pages, the canary gets another share of the visitors.
      return { ...before, canary: updateCanary(deployment ?? canary, entry, at) };
    case 'promote':
      return canary ? { live: promoteCanary(canary, by, at), canary: null, previews } : before;
    case 'abort':
      return { ...before, canary: null };
    default: {
      if (!deployment) return before;
      // The canary is compared with a new live deployment, so it is judged from now on.
      const nextCanary = canary && renewed ? { ...canary, ...renewed, since: at } : null;
      return { ...before, live: deployment, canary: nextCanary };
    }
  }
}

/** Returns the app and version that a preview or canary shows. */
const releaseOf = ({ changes }: NewEntry) => ({
  app: changes[0]?.app ?? '',
  version: changes[0]?.to ?? '',
});

function updatePreviews(
  previews: Ledger['previews'],
  entry: NewEntry,
  deployment: LiveDeployment | null,
): Ledger['previews'] {
  const name = entry.preview ?? '';
  const { [name]: _replaced, ...otherPreviews } = previews;
  if (!deployment) return otherPreviews;
  const { rollbackChecks: _checks, ...preview } = deployment;
  return { ...otherPreviews, [name]: { ...preview, ...releaseOf(entry) } };
}

function updateCanary(pages: LiveDeployment | null, entry: NewEntry, at: string): Canary | null {
  if (!pages) return null;
  const { share = 1, promoteAfter = null } = entry;
  // Visits at different shares cannot be added up, so the canary is judged from now on. Its judge is chosen again, since
  // the last one may no longer run.
  return { ...pages, ...releaseOf(entry), share, promoteAfter, since: at, judge: null };
}

function promoteCanary(canary: Canary, by: string, at: string): LiveDeployment {
  const { deployment, releases, data, siteUrl, telemetry, rollbackChecks } = canary;
  return { deployment, releases, data, siteUrl, telemetry, since: at, by, rollbackChecks };
}

/** Removes rollbacks to pruned releases from the shown deployments. */
function removePruned(shown: ShownDeployments, pruned: ReadonlySet<string>): ShownDeployments {
  const dropPruned = <T extends Pick<LiveDeployment, 'rollbackChecks'>>(deployment: T): T => {
    const checks = deployment.rollbackChecks.filter(({ app, to }) => !pruned.has(`${app}/${to}`));
    return { ...deployment, rollbackChecks: checks };
  };
  const { live, canary } = shown;
  return { ...shown, live: live && dropPruned(live), canary: canary && dropPruned(canary) };
}

/** Returns `lastShown`, with the time `at` for each release and deployment that visitors no longer get. */
function updateLastShown(before: Ledger, after: ShownDeployments, at: string): Ledger['lastShown'] {
  const names = (deployments: ShownDeployments) =>
    listShownDeployments(deployments).flatMap(({ deployment, releases }) => [
      ...Object.entries(releases).map((release) => release.join('/')),
      deployment,
    ]);
  const shownNames = new Set(names(after));
  const hiddenNames = names(before).filter((name) => !shownNames.has(name));
  return { ...before.lastShown, ...Object.fromEntries(hiddenNames.map((name) => [name, at])) };
}

/** Returns the name of a release or deployment in `lastShown`, from the key of its manifest or index. */
function parseShownName(key: string): string {
  return key.replace(/^releases\/(.*)\/release\.json$|^deployments\/(.*)\.json$/, '$1$2');
}
