import satisfies from 'semver/functions/satisfies.js';
import { catchAll, pageAt } from '@composed/contracts/page-addresses';
import { findUngranted } from '@composed/contracts/outside';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { appOf } from '@composed/contracts/remote-names';
import type { PageRoute, RoutePage } from '../site-config';

/** A reason why a release must not go live. */
export interface ComposerViolation {
  readonly app: string;
  readonly reason: string;
}

export const refusalOf = (violations: readonly ComposerViolation[]) => ({ violations });

/**
 * Compares the packages that each remote needs with those of the host, before the first visitor would find a conflict.
 * @returns all conflicts of all remotes
 */
export function findConflicts(host: ReleaseManifest, remotes: readonly ReleaseManifest[]) {
  return [host, ...remotes].flatMap(({ app, shared, providesVersion, outside }) => {
    const reasons = Object.entries(shared).flatMap(([request, range]) => {
      const provided = host.shared[request];
      if (provided !== undefined && satisfies(provided, range)) return [];
      return `it needs ${request} ${range}, and host ${host.version} provides ${provided ?? 'none'}`;
    });
    reasons.push(...findUngranted(host.grants?.outside ?? {}, { app, outside }));
    if (providesVersion !== host.providesVersion) {
      reasons.push(
        `it was built for version ${providesVersion} of what hosts provide, and host ${host.version} has version ${host.providesVersion}`,
      );
    }
    return reasons.map((reason) => ({ app, reason }));
  });
}

/** The app whose page a route is. */
export const ownerOf = ({ module = 'host' }: { readonly module?: string | undefined }) =>
  appOf(module);

/**
 * Pages whose address is malformed, belongs to a service, or is another page's.
 * @param services first segments of their addresses
 */
export function findMisplaced(
  routes: readonly (Pick<PageRoute, 'path' | 'module' | 'rows'> & Pick<RoutePage, 'pattern'>)[],
  services: readonly string[],
) {
  const owners = new Map<string, string>();
  return routes.flatMap((route) => {
    const { path, pattern, rows } = route;
    const app = ownerOf(route);
    const other = owners.get(path);
    owners.set(path, app);
    const service = services.find((each) => `${path}/`.startsWith(`${each}/`));
    const problems = [
      path !== catchAll && !path.startsWith('/') && `addresses begin with a slash: "/${path}"`,
      path.includes(':') && 'its row names no data that has this field',
      path !== catchAll &&
        pageAt(path) !== path &&
        'that is no address: letters from a to z, digits, "-" and "_" stand between its slashes, a letter or a digit first',
      other !== undefined && `${other === app ? 'it has another one' : `${other} has one`} there`,
      service && `services answer there (${service})`,
    ];
    const problem = problems.find(Boolean);
    const about = rows === undefined ? '' : ` for a row of ${rows} (${pattern})`;
    return problem ? [{ app, reason: `has a page at "${path}"${about}, and ${problem}` }] : [];
  });
}
