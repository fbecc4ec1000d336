import semver from 'semver';
import type { ReleaseManifest } from 'shared/contracts/release-manifest';
import { CompositionRefused } from './composition';

/**
 * Compares what each remote asks with what the host gives. Decided here and not in the browser, where
 * the first visitor would find out.
 * @throws CompositionRefused naming every remote in conflict
 */
export function checkCompatibility(
  host: ReleaseManifest,
  remotes: readonly ReleaseManifest[],
): void {
  const refusals = remotes.flatMap((remote) => {
    const conflicts = Object.entries(remote.shared).flatMap(([request, range]) => {
      const provided = host.shared[request];
      if (provided !== undefined && semver.satisfies(provided, range)) return [];
      return [
        `it needs ${request} ${range}, and host ${host.version} provides ${provided ?? 'none'}`,
      ];
    });
    if (remote.contract !== host.contract) {
      conflicts.push(
        `it was built for contract ${remote.contract}, and host ${host.version} keeps contract ${host.contract}`,
      );
    }
    return conflicts.map((reason) => ({ app: remote.app, version: remote.version, reason }));
  });
  if (refusals.length > 0) throw new CompositionRefused(refusals);
}
