import satisfies from 'semver/functions/satisfies.js';
import { policiesOf } from '@composed/contracts/content-policy';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';

/**
 * Compares the needs of each remote with the packages of the host: here, since in the browser the first visitor would
 * find out.
 * @returns every conflict of every remote: why it must not go live with the host
 */
export function findConflicts(host: ReleaseManifest, remotes: readonly ReleaseManifest[]) {
  const policies = policiesOf(remotes);
  return remotes.flatMap(({ app, shared, contract, trustedTypes = [] }) => {
    const reasons = Object.entries(shared).flatMap(([request, range]) => {
      const provided = host.shared[request];
      if (provided !== undefined && satisfies(provided, range)) return [];
      return `it needs ${request} ${range}, and host ${host.version} provides ${provided ?? 'none'}`;
    });
    for (const name of trustedTypes) {
      if (policies.indexOf(name) === policies.lastIndexOf(name)) continue;
      reasons.push(
        `it makes the policy "${name}" of Trusted Types, as another app does, and a page lets make each name once; build one of them with another name, or without`,
      );
    }
    if (contract !== host.contract) {
      reasons.push(
        `it was built for version ${contract} of what hosts offer, and host ${host.version} has version ${host.contract}`,
      );
    }
    return reasons.map((reason) => ({ app, reason }));
  });
}

/** Pages whose addresses begin with no slash, as no address does. */
export const findSlashless = (routes: readonly { readonly pattern: string }[]) =>
  routes.flatMap(({ pattern }) => {
    const reason = `has a page at "${pattern}", and addresses begin with a slash: "/${pattern}"`;
    return /^[/*]/.test(pattern) ? [] : [{ app: 'host', reason }];
  });
