import { listDownloadKeys, measureDownloads } from '../../ledger/budget';
import { readDeploymentIndex } from '../../deployments/deployments';
import { listRequestedOrigins } from '@composed/contracts/outside-origins';
import { findOverrides, findWaitingReleases } from '../../ledger/history';
import { findLiveEntry, findRollbackPath } from '../../ledger/rollback-path';
import {
  type Canary,
  isInterrupted,
  type Ledger,
  type LiveDeployment,
  readLedger,
} from '../../ledger/ledger';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { readManifest } from '../../store/releases';
import type { Store } from '../../store/store';

/** The status of a site. */
export type SiteReport = Awaited<ReturnType<typeof createSiteReport>>;
export type AppReport = SiteReport['apps'][number];

/**
 * Lists the other origins that the live release of an app uses.
 * @returns each origin with the oldest release since which every release has used it
 */
async function createOutsideReport(
  store: Store,
  { history }: Ledger,
  { app, version }: Readonly<Record<'app' | 'version', string>>,
  manifest: ReleaseManifest | null,
) {
  const origins = listRequestedOrigins(manifest?.outside).map((each) => ({
    ...each,
    since: version,
  }));
  type Origin = Pick<(typeof origins)[number], 'kind' | 'source'>;
  const isEqual = (a: Origin, b: Origin) => a.kind === b.kind && a.source === b.source;
  let usedSoFar = origins;
  for (const earlierVersion of findRollbackPath(history, app).slice(0, -1).reverse()) {
    if (usedSoFar.length === 0) break;
    const earlier = await readManifest(store, app, earlierVersion).catch(() => null);
    const earlierOrigins = listRequestedOrigins(earlier?.outside);
    usedSoFar = usedSoFar.filter((origin) => earlierOrigins.some((each) => isEqual(each, origin)));
    for (const origin of usedSoFar) origin.since = earlierVersion;
  }
  return origins;
}

async function createAppReports(store: Store, ledger: Ledger) {
  const { live, history } = ledger;
  if (!live) return [];
  const reports = Object.entries(live.releases).map(async ([app, version]) => {
    const manifest = await readManifest(store, app, version).catch(() => null);
    const outside = await createOutsideReport(store, ledger, { app, version }, manifest);
    return { app, version, manifest, outside };
  });
  const releases = await Promise.all(reports);
  // One call for all apps, since each call to a bucket is a request.
  const storedSizes = await store.sizesOf(
    releases.flatMap(({ manifest }) => (manifest ? listDownloadKeys(manifest) : [])),
  );
  return releases.map(({ app, version, manifest, outside }) => {
    const { at: since, by } = findLiveEntry(history, app) ?? { at: live.since, by: live.by };
    const reasons = findOverrides(history, app, version);
    const { overBudget = null, noRollback = null } = reasons;
    const { skipTypes = null, skipSmokeTest = null, replace = null } = reasons;
    return {
      app,
      version,
      since,
      by,
      /** The commit that the release was built from, followed by '-dirty' if files had been edited. */
      commit: manifest?.commit ?? null,
      /** Packages that the release brings although the host shares them, by name. */
      brings: manifest?.brings ?? {},
      outside,
      /** Whether pages allow scripts to make markup of text, because the host's release grants it. */
      trustsText: manifest?.grants?.trustedTypes === 'off',
      sizes: measureDownloads({ app, files: manifest?.files ?? {} }, storedSizes),
      // The reason for skipping each check, or null.
      overBudget,
      noRollback,
      skipTypes,
      skipSmokeTest,
      replace,
    };
  });
}

export function describeCanary(canary: Canary) {
  const { app, version, share, since, by, deployment, promoteAfter, judge } = canary;
  const judgedBy = judge?.name ?? null;
  return { app, version, share, since, by, deployment, promoteAfter, judgedBy };
}

const readDays = ({ data }: Pick<LiveDeployment, 'data'>) =>
  Object.fromEntries(Object.entries(data).map(([name, { readOn }]) => [name, readOn]));

/** Returns apps that were taken off the site. Only removals after the last prune count, since it may have removed the releases. */
function findRemovals({ live, history }: Ledger) {
  const past = history.slice(1 + history.findLastIndex(({ action }) => action === 'prune'));
  const removals = past.flatMap(({ removed, at, by }) => (removed ? [{ ...removed, at, by }] : []));
  const removalByApp = new Map(removals.map((removal) => [removal.app, removal]));
  return [...removalByApp.values()].filter(({ app }) => live?.releases[app] === undefined);
}

/**
 * Reads the live releases, their sizes and their history.
 * @param past a past ledger, to report instead of the current one
 */
export async function createSiteReport(store: Store, now = new Date(), past?: Ledger) {
  // The aliases are read first, since in a bucket the object of an alias also holds the other documents.
  const aliases = past ? null : await store.aliases();
  const ledger = past ?? (await readLedger(store));
  const { live, canary } = ledger;
  const canaries = ['canary', 'promote', 'abort'];
  const lastCanary = ledger.history.findLast(({ action }) => canaries.includes(action));
  return {
    /** Revision of the ledger; 0 in a store without a publish. */
    revision: ledger.revision,
    now: now.toISOString(),
    live: live && {
      deployment: live.deployment,
      since: live.since,
      by: live.by,
      /** Name of data in the pages → the day when it was read. */
      data: readDays(live),
    },
    canary: canary && describeCanary(canary),
    /** The end of the last canary, if it was aborted. */
    aborted: lastCanary?.action === 'abort' ? lastCanary : null,
    apps: await createAppReports(store, ledger),
    removed: findRemovals(ledger),
    /** Modules that have a slot but no release. */
    empty: (live && (await readDeploymentIndex(store, live.deployment))?.empty) ?? [],
    /** Releases that were published before there was a host. */
    waiting: findWaitingReleases(ledger),
    /** Whether each app could be rolled back by itself. */
    rollbackChecks: live?.rollbackChecks ?? [],
    settings: ledger.settings,
    previews: Object.entries(ledger.previews).map(([name, preview]) => ({
      name,
      ...preview,
      data: readDays(preview),
    })),
    /** Newest first. */
    history: [...ledger.history].reverse(),
    /** Whether a command was interrupted. The next one that changes the site finishes it. */
    interrupted: aliases !== null && isInterrupted(ledger, aliases),
  };
}
