import { catchAll, pageAt } from '@composed/contracts/page-addresses';
import { appOf } from '@composed/contracts/remote-names';
import type { PageRoute, ResolvedPage } from '../site/site-config';

export const appOfPage = ({ module = 'host' }: { readonly module?: string | undefined }) =>
  appOf(module);

/**
 * Finds pages whose address is malformed, or belongs to a service or another page.
 * @param services first segments of the services' addresses
 */
export function findMisplacedPages(
  routes: readonly (Pick<PageRoute, 'path' | 'module' | 'rowsFrom'> &
    Pick<ResolvedPage, 'pattern'>)[],
  services: readonly string[],
) {
  const owners = new Map<string, string>();
  return routes.flatMap((route) => {
    const { path, pattern, rowsFrom } = route;
    const app = appOfPage(route);
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
