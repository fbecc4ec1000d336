import type { ReleaseSet } from '@composed/contracts/release-manifest';

/** The releases that visitors get. */
export interface ShownReleases {
  /** The time of the last change, in milliseconds. Visits before it are counted separately. */
  readonly since: number;
  readonly live: ReleaseSet;
  readonly canary: {
    readonly releases: ReleaseSet;
    /** In per cent of the visitors. */
    readonly share: number;
    /** The secret that signs visitor buckets, or null without a judge. */
    readonly secret: string | null;
  } | null;
}

/** Formats a set of releases for the column `releases` of the table. */
export const formatReleasesColumn = (releases: ReleaseSet) =>
  Object.entries(releases)
    .map((release) => release.join('='))
    .sort()
    .join(' ');
