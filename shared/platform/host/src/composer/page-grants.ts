import type { PageHead } from '@composed/contracts/module';
import type { RemotePages, PageRoute, RowPages } from '../site-config';
import type { ComposerViolation } from './compatibility';

/** Whether an address is under a prefix: the prefix itself, and all below it. '/' is the home page alone. */
const covers = (prefix: string, path: string) => {
  const start = prefix.replace(/\/$/, '');
  return path === prefix || path === start || (start !== '' && path.startsWith(`${start}/`));
};

/**
 * The reasons why remotes must not have their pages at these addresses.
 * @param host its name in the reasons
 */
export function findUngrantedPages(
  grants: RowPages<PageRoute>['grants'],
  remotePages: RemotePages,
  host: string,
): readonly ComposerViolation[] {
  const problems = grants.flatMap(({ prefix, app }, n) => {
    const other = grants.slice(0, n).find((each) => {
      return covers(each.prefix, prefix) || covers(prefix, each.prefix);
    });
    const reason = `grants ${other?.prefix} to ${other?.app} and ${prefix} to ${app}, where one holds the other`;
    return other ? [{ app: 'host', reason }] : [];
  });
  const brought = Object.entries(remotePages).flatMap(([app, pages]) =>
    pages.flatMap(({ path }) => {
      const granted = grants.find(({ prefix }) => covers(prefix, path));
      if (granted?.app === app) return [];
      const [, prefix = ''] = path.split('/');
      const line = `{ prefix: '/${prefix}', app: '${app}' }`;
      const instead = granted
        ? `that to ${granted.app}`
        : `that to nobody: the team of host writes ${line} among the grants of createPages, in site-config.tsx`;
      return [{ app, reason: `brings a page at ${path}, and ${host} grants ${instead}` }];
    }),
  );
  return [...problems, ...brought];
}

/** A route with the title and the search metadata that its module gives. */
export const withHead = <Route extends PageRoute>(
  route: Route,
  { title = route.title, ...said }: PageHead,
): Route => ({ ...route, title, search: { ...route.search, ...said } });
