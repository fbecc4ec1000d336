import type { Signals } from '@shopwright/shared/contracts/signals';

type ReleaseSet = Readonly<Record<string, string>>;

/** What visitors get, for who counts their signals. */
export interface Shown {
  /** When it last changed, in milliseconds: what came before is counted apart. */
  readonly since: number;
  readonly live: ReleaseSet;
  readonly canary: {
    readonly releases: ReleaseSet;
    /** Per cent of the visitors. */
    readonly share: number;
    /** Signs buckets; null until somebody judges it. */
    readonly secret: string | null;
  } | null;
}

/** A page names the releases that it shows, which may be fewer than the site has. */
function isOf({ releases }: Signals, set: ReleaseSet): boolean {
  return Object.entries(releases).every(([app, version]) => set[app] === version);
}

/**
 * The releases that a visit was to.
 * @param bucket of the visitor, where that is sure; without one no visit decides about a canary
 * @returns null for what visitors do not get, or no longer
 */
export function visitedBy(visit: Signals, { live, canary }: Shown, bucket: number | null) {
  const others = canary && isOf(visit, canary.releases) ? canary.releases : null;
  const releases = isOf(visit, live) ? live : others;
  if (releases === null) return null;
  if (!canary) return { releases, decides: true };
  const own = bucket !== null && bucket < canary.share ? canary.releases : live;
  const decides = bucket !== null && isOf(visit, own);
  return { releases: decides ? own : releases, decides };
}
