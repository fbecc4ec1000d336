import type { ReleaseSet } from '@composed/contracts/release-manifest';
import type { ReleaseChange } from './ledger';

/** Formats changes as 'reviews 1a → 2b, blog 3c'. */
export function formatChanges(changes: readonly ReleaseChange[]): string {
  return changes
    .map(({ app, from, to }) => `${app} ${from === null ? '' : `${from} → `}${to}`)
    .join(', ');
}

/** Sorts releases by app, so that the same set always composes to the same bytes. Leaves out an app whose version is null. */
export function sortReleases(releases: Readonly<Record<string, string | null>>): ReleaseSet {
  const presentReleases = Object.entries(releases).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return Object.fromEntries(presentReleases.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function formatReleases(releases: ReleaseSet): string {
  return Object.entries(releases)
    .map(([app, version]) => `${app} ${version}`)
    .join(', ');
}
