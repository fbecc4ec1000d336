import satisfies from 'semver/functions/satisfies';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';

/**
 * Compares what each remote needs with what the host provides. Decided here and not in the browser, where
 * the first visitor would find out.
 * @returns every conflict of every remote: why it must not go live with the host
 */
export function findConflicts(host: ReleaseManifest, remotes: readonly ReleaseManifest[]) {
  return remotes.flatMap(({ app, shared, contract }) => {
    const reasons = Object.entries(shared).flatMap(([request, range]) => {
      const provided = host.shared[request];
      if (provided !== undefined && satisfies(provided, range)) return [];
      return `it needs ${request} ${range}, and host ${host.version} provides ${provided ?? 'none'}`;
    });
    if (contract !== host.contract) {
      reasons.push(
        `it was built for version ${contract} of what hosts offer, and host ${host.version} has version ${host.contract}`,
      );
    }
    return reasons.map((reason) => ({ app, reason }));
  });
}
