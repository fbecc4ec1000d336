import satisfies from 'semver/functions/satisfies.js';
import { catchAll, pageAt } from '@composed/contracts/page-addresses';
import { findUngrantedOrigins } from '@composed/contracts/outside-origins';
import type { ReleaseManifest } from '@composed/contracts/release-manifest';
import { appOf } from '@composed/contracts/remote-names';
import type { PageRoute, ResolvedPage } from '../site/site-config';

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

export const ownerOf = ({ module = 'host' }: { readonly module?: string | undefined }) =>
  appOf(module);

/**
 * Finds pages whose address is malformed, or belongs to a service or another page.
 * @param services first segments of the services' addresses
 */
export function findMisplaced(
  routes: readonly (Pick<PageRoute, 'path' | 'module' | 'rowsFrom'> &
    Pick<ResolvedPage, 'pattern'>)[],
  services: readonly string[],
) {
  const owners = new Map<string, string>();
  return routes.flatMap((route) => {
    const { path, pattern, rowsFrom } = route;
    const app = ownerOf(route);
    const owner = owners.get(path);
    owners.set(path, app);
    const service = services.find((segment) => `${path}/`.startsWith(`${segment}/`));
    const problems = [
      path !== catchAll && !path.startsWith('/') && `addresses begin with a slash: "/${path}"`,
      path.includes(':') && 'its row names no data that has this field',
      path !== catchAll &&
        pageAt(path) !== path &&
        'that is no address: letters from a to z, digits, "-" and "_" stand between its slashes, a letter or a digit first',
      owner !== undefined && `${owner === app ? 'it has another one' : `${owner} has one`} there`,
      service && `services answer there (${service})`,
    ];
    const problem = problems.find(Boolean);
    const source = rowsFrom === undefined ? '' : ` for a row of ${rowsFrom} (${pattern})`;
    return problem ? [{ app, reason: `has a page at "${path}"${source}, and ${problem}` }] : [];
  });
}
