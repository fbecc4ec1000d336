import { downloadKeys, downloadSizes } from '../../ledger/budget';
import { readDeploymentIndex } from '../../deployments/deployments';
import { listOutside } from '@composed/contracts/outside';
import { overridesOf, waitingReleases, entryOfLive, rollbackPath } from '../../ledger/history';
import {
  type Canary,
  isCutOff,
  type Ledger,
  type LiveDeployment,
  readLedger,
} from '../../ledger/ledger';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { readManifest } from '../../store/releases';
import type { Store } from '../../store/store';

/** The status of a site. */
export type SiteReport = Awaited<ReturnType<typeof siteReport>>;
export type AppReport = SiteReport['apps'][number];

/**
 * The other origins that the live release of an app uses.
 * @returns each with the oldest release since which all have used it
 */
async function outsideReport(
  store: Store,
  { history }: Ledger,
  { app, version }: Readonly<Record<'app' | 'version', string>>,
  manifest: ReleaseManifest | null,
) {
  const open = listOutside(manifest?.outside).map((each) => ({ ...each, since: version }));
  const isSame = (one: Pick<(typeof open)[number], 'kind' | 'source'>) => {
    return (other: typeof one) => one.kind === other.kind && one.source === other.source;
  };
  let unbroken = open;
  for (const before of rollbackPath(history, app).slice(0, -1).reverse()) {
    if (unbroken.length === 0) break;
    const earlier = await readManifest(store, app, before).catch(() => null);
    unbroken = unbroken.filter((each) => listOutside(earlier?.outside).some(isSame(each)));
    for (const each of unbroken) each.since = before;
  }
  return open;
}

async function appReports(store: Store, ledger: Ledger) {
  const { live, history } = ledger;
  if (!live) return [];
  const reading = Object.entries(live.releases).map(async ([app, version]) => {
    const manifest = await readManifest(store, app, version).catch(() => null);
    const outside = await outsideReport(store, ledger, { app, version }, manifest);
    return { app, version, manifest, outside };
  });
  const releases = await Promise.all(reading);
  // Asked once for all apps, since each call may be a request.
  const storedSizes = await store.sizesOf(
    releases.flatMap(({ manifest }) => (manifest ? downloadKeys(manifest) : [])),
  );
  return releases.map(({ app, version, manifest, outside }) => {
    const { at: since, by } = entryOfLive(history, app) ?? { at: live.since, by: live.by };
    const reasons = overridesOf(history, app, version);
    const { overBudget = null, noRollback = null } = reasons;
    const { skipTypes = null, skipHydration = null, replace = null } = reasons;
    return {
      app,
      version,
      since,
      by,
      /** The commit that it was built from, with '-dirty' after it when files had been edited. */
      commit: manifest?.commit ?? null,
      /** Packages that its release brings in place of the host's React, by name. */
      brings: manifest?.brings ?? {},
      outside,
      /** Whether pages allow scripts to make markup of text, as the host's release grants. */
      trustsText: manifest?.grants?.trustedTypes === 'off',
      sizes: downloadSizes({ app, files: manifest?.files ?? {} }, storedSizes),
      // The reasons given for checks that the release failed; null for a check that it passed.
      overBudget,
      noRollback,
      skipTypes,
      skipHydration,
      replace,
    };
  });
}

/** The status of a canary. */
export function describeCanary(canary: Canary) {
  const { app, version, share, since, by, deployment, promoteAfter, judge } = canary;
  const judgedBy = judge?.name ?? null;
  return { app, version, share, since, by, deployment, promoteAfter, judgedBy };
}

const readDays = ({ data }: Pick<LiveDeployment, 'data'>) =>
  Object.fromEntries(Object.entries(data).map(([name, { readOn }]) => [name, readOn]));

/** Apps that were taken off the site, until a prune may have removed their releases. */
function removalsOf({ live, history }: Ledger) {
  const past = history.slice(1 + history.findLastIndex(({ action }) => action === 'prune'));
  const removals = past.flatMap(({ removed, at, by }) => (removed ? [{ ...removed, at, by }] : []));
  const last = new Map(removals.map((removal) => [removal.app, removal]));
  return [...last.values()].filter(({ app }) => live?.releases[app] === undefined);
}

/**
 * Reads the live releases, their sizes and their history. Changes nothing.
 * @param past a ledger of the past, in place of the present one
 */
export async function siteReport(store: Store, now = new Date(), past?: Ledger) {
  // Read first: in a bucket the object of an alias holds the other documents as well.
  const aliases = past ? null : await store.aliases();
  const ledger = past ?? (await readLedger(store));
  const { live, canary } = ledger;
  const canaries = ['canary', 'promote', 'abort'];
  const ended = ledger.history.findLast(({ action }) => canaries.includes(action));
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
    /** How the last canary ended, if it was aborted. */
    aborted: ended?.action === 'abort' ? ended : null,
    apps: await appReports(store, ledger),
    removed: removalsOf(ledger),
    /** Modules that have a slot and no release. */
    empty: (live && (await readDeploymentIndex(store, live.deployment))?.empty) ?? [],
    /** Releases that were published before there was a host. */
    waiting: waitingReleases(ledger),
    /** Whether each app could be rolled back alone. */
    rollbackChecks: live?.rollbackChecks ?? [],
    settings: ledger.settings,
    previews: Object.entries(ledger.previews).map(([name, preview]) => ({
      name,
      ...preview,
      data: readDays(preview),
    })),
    /** Newest first. */
    history: [...ledger.history].reverse(),
    /** True when a command was cut off; the next one that changes the site finishes it. */
    interrupted: aliases !== null && isCutOff(ledger, aliases),
  };
}
