import { isText } from '../compress';
import { excuseOf, wentLive } from '../history';
import type { HistoryEntry, Ledger, Preview } from '../ledger';
import type { ReleaseManifest } from 'shared/contracts/release-manifest';
import { readManifest } from '../releases';
import { readLedger, wantedPointers } from '../recover';
import type { Store } from '../stores/store';

/** Bytes of an app's browser files as visitors download them: brotli where there is a copy. */
export interface Sizes {
  readonly script: number;
  readonly style: number;
  readonly other: number;
  readonly total: number;
}

export interface AppReport {
  readonly app: string;
  readonly version: string;
  /** ISO 8601, UTC: when this release went live. */
  readonly since: string;
  readonly by: string;
  readonly builtAt: string;
  readonly revision: string | null;
  readonly files: number;
  readonly sizes: Sizes;
  /** Why this release was let through over budget, or null. */
  readonly overBudget: string | null;
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
  readonly apps: readonly AppReport[];
  readonly previews: readonly ({ readonly name: string } & Preview)[];
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
  /** True when a command was cut off; the next one that changes the site puts it right. */
  readonly unsettled: boolean;
}

function sizesOf(manifest: ReleaseManifest, stored: ReadonlyMap<string, number>): Sizes {
  const sizes = { script: 0, style: 0, other: 0, total: 0 };
  for (const [name, { bytes }] of Object.entries(manifest.files)) {
    const key = `assets/${manifest.app}/${name}`;
    const transferred = (isText(name) ? stored.get(`${key}.br`) : undefined) ?? bytes;
    const kind = /\.m?js$/.test(name) ? 'script' : name.endsWith('.css') ? 'style' : 'other';
    sizes[kind] += transferred;
    sizes.total += transferred;
  }
  return sizes;
}

async function appReports(store: Store, ledger: Ledger): Promise<AppReport[]> {
  const { live } = ledger;
  if (!live) return [];
  const reports = Object.entries(live.releases).map(async ([app, version]) => {
    const [manifest, objects] = await Promise.all([
      readManifest(store, app, version).catch(() => null),
      store.list(`assets/${app}/`),
    ]);
    const went = wentLive(ledger.history, app);
    const stored = new Map(objects.map(({ key, bytes }) => [key, bytes]));
    return {
      app,
      version,
      since: went?.at ?? live.since,
      by: went?.by ?? live.by,
      builtAt: manifest?.builtAt ?? '',
      revision: manifest?.revision ?? null,
      files: manifest ? Object.keys(manifest.files).length : 0,
      sizes: manifest ? sizesOf(manifest, stored) : { script: 0, style: 0, other: 0, total: 0 },
      overBudget: excuseOf(ledger.history, app, version),
    };
  });
  return Promise.all(reports);
}

/** Reads what is live, its sizes, and how it came to be. Changes nothing. */
export async function siteReport(store: Store, now = new Date()): Promise<SiteReport> {
  const ledger = await readLedger(store);
  const { live } = ledger;
  const standing = await store.pointers();
  const stray = [...wantedPointers(ledger)].some(([pointer, id]) => standing.get(pointer) !== id);
  return {
    revision: ledger.revision,
    now: now.toISOString(),
    live: live && {
      composition: live.composition,
      since: live.since,
      by: live.by,
      pricesReadOn: live.prices?.readOn ?? null,
    },
    apps: await appReports(store, ledger),
    previews: Object.entries(ledger.previews).map(([name, preview]) => ({ name, ...preview })),
    history: [...ledger.history].reverse(),
    unsettled: stray || ledger.pruning !== null,
  };
}
