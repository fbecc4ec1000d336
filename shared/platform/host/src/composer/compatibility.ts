import satisfies from 'semver/functions/satisfies.js';
import { findUngrantedOrigins } from '@composed/contracts/outside-origins';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';

/** A reason why a release must not go live. */
export interface ComposerViolation {
  readonly app: string;
  readonly reason: string;
}

export const refusalOf = (violations: readonly ComposerViolation[]) => ({ violations });

/** Finds everything that an app needs and the host does not provide: shared packages, origins, versions of props. */
export function findConflicts(hostManifest: ReleaseManifest, remotes: readonly ReleaseManifest[]) {
  return [hostManifest, ...remotes].flatMap(({ app, shared, providesVersion, outside }) => {
    const reasons = Object.entries(shared).flatMap(([request, range]) => {
      const provided = hostManifest.shared[request];
      if (provided !== undefined && satisfies(provided, range)) return [];
      return `it needs ${request} ${range}, and host ${hostManifest.version} provides ${provided ?? 'none'}`;
    });
    reasons.push(...findUngrantedOrigins(hostManifest.grants?.outside ?? {}, { app, outside }));
    if (providesVersion !== hostManifest.providesVersion) {
      reasons.push(
        `it was built for version ${providesVersion} of what hosts provide, and host ${hostManifest.version} has version ${hostManifest.providesVersion}`,
      );
    }
    return reasons.map((reason) => ({ app, reason }));
  });
}
