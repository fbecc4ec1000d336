import satisfies from 'semver/functions/satisfies';
import type { ReleaseManifest } from '@shopwright/shared/contracts/release-manifest';

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
    const kept = host.contracts ? (host.contracts[app] ?? 1) : host.contract;
    if (contract !== kept) {
      reasons.push(
        `it was built for contract ${contract}, and host ${host.version} keeps contract ${kept}`,
      );
    }
    return reasons.map((reason) => ({ app, reason }));
  });
}
