import { downloadSizes, type DownloadSizes } from '../budget';
import { overrideReason, wentLive } from '../history';
import {
  type Canary,
  type HistoryEntry,
  type Ledger,
  type Preview,
  readLedger,
  wantedPointers,
  type WayBack,
} from '../ledger';
import { readManifest } from '../releases';
import type { SiteSettings } from '../settings';
import type { Store } from '../stores/store';

export interface AppReport {
  readonly app: string;
  readonly version: string;
  /** ISO 8601, UTC: when this release went live. */
  readonly since: string;
  readonly by: string;
  readonly builtAt: string;
  /** The commit that it was built from, with '-dirty' after it when files had been edited. */
  readonly revision: string | null;
  readonly files: number;
  readonly sizes: DownloadSizes;
  /** Why this release was let through a check, or null when nobody had to. */
  readonly overBudget: string | null;
  readonly noWayBack: string | null;
  readonly skipTypes: string | null;
  readonly skipHydration: string | null;
}

/** What a person wants to know about a site. */
export interface SiteReport {
  /** Revision of the ledger; 0 for a store that nothing was published into. */
  readonly revision: number;
  readonly now: string;
  readonly live: {
    readonly composition: string;
    readonly since: string;
    readonly by: string;
    /** When the prices in the pages were read, or null when the pages have none. */
    readonly pricesReadOn: string | null;
  } | null;
  readonly canary: ReturnType<typeof canaryFacts> | null;
  readonly apps: readonly AppReport[];
  /** Whether each app could be rolled back alone. */
  readonly waysBack: readonly WayBack[];
  readonly settings: SiteSettings;
  readonly previews: readonly ({ readonly name: string } & Omit<Preview, 'prices'>)[];
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
  /** True when a command was cut off; the next one that changes the site finishes it. */
  readonly interrupted: boolean;
}

async function appReports(store: Store, { live, history }: Ledger): Promise<AppReport[]> {
  if (!live) return [];
  const reports = Object.entries(live.releases).map(async ([app, version]) => {
    const [manifest, objects] = await Promise.all([
      readManifest(store, app, version).catch(() => null),
      store.list(`assets/${app}/`),
    ]);
    const { at: since, by } = wentLive(history, app) ?? { at: live.since, by: live.by };
    const stored = new Map(objects.map(({ key, bytes }) => [key, bytes]));
    return {
      ...{ app, version, since, by },
      builtAt: manifest?.builtAt ?? '',
      revision: manifest?.revision ?? null,
      files: Object.keys(manifest?.files ?? {}).length,
      sizes: manifest
        ? downloadSizes(manifest, stored)
        : { script: 0, style: 0, other: 0, total: 0 },
      overBudget: overrideReason(history, 'overBudget', app, version),
      noWayBack: overrideReason(history, 'noWayBack', app, version),
      skipTypes: overrideReason(history, 'skipTypes', app, version),
      skipHydration: overrideReason(history, 'skipHydration', app, version),
    };
  });
  return Promise.all(reports);
}

/** What a person wants to know about a canary. */
export function canaryFacts(canary: Canary) {
  const { app, version, share, since, by, composition, promoteAfter } = canary;
  return { app, version, share, since, by, composition, promoteAfter };
}

/** Reads what is live, its sizes, and how it came to be. Changes nothing. */
export async function siteReport(store: Store, now = new Date()): Promise<SiteReport> {
  const ledger = await readLedger(store);
  const { live, canary } = ledger;
  const pointers = await store.pointers();
  const isStray = [...wantedPointers(ledger)].some(([name, id]) => pointers.get(name) !== id);
  return {
    revision: ledger.revision,
    now: now.toISOString(),
    live: live && {
      composition: live.composition,
      since: live.since,
      by: live.by,
      pricesReadOn: live.prices?.readOn ?? null,
    },
    canary: canary && canaryFacts(canary),
    apps: await appReports(store, ledger),
    waysBack: live?.waysBack ?? [],
    settings: ledger.settings,
    previews: Object.entries(ledger.previews).map(([name, { prices: _prices, ...preview }]) => ({
      name,
      ...preview,
    })),
    history: [...ledger.history].reverse(),
    interrupted: isStray || ledger.pruning !== null,
  };
}
