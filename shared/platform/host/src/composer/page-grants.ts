import type { RemotePages, PageRoute, GeneratedPages } from '../site/site-config';
import type { ComposerViolation } from './compatibility';

/** Whether a prefix covers an address: the prefix itself and everything below it. '/' covers only the home page. */
const covers = (prefix: string, path: string) => {
  const start = prefix.replace(/\/$/, '');
  return path === prefix || path === start || (start !== '' && path.startsWith(`${start}/`));
};

/**
 * Finds grants that overlap, and pages of remotes at addresses that the host does not grant to them.
 * @param hostName the host's name in the reasons
 */
export function findUngrantedPages(
  grants: GeneratedPages<PageRoute>['grants'],
  remotePages: RemotePages,
  hostName: string,
): readonly ComposerViolation[] {
  const overlaps = grants.flatMap(({ prefix, app }, n) => {
    const overlapping = grants.slice(0, n).find((earlier) => {
      return covers(earlier.prefix, prefix) || covers(prefix, earlier.prefix);
    });
    if (!overlapping) return [];
    const reason = `grants ${overlapping.prefix} to ${overlapping.app} and ${prefix} to ${app}, but these prefixes overlap`;
    return [{ app: 'host', reason }];
  });
  const ungranted = Object.entries(remotePages).flatMap(([app, pages]) =>
    pages.flatMap(({ path }) => {
      const grant = grants.find(({ prefix }) => covers(prefix, path));
      if (grant?.app === app) return [];
      const [, segment = ''] = path.split('/');
      const line = `{ prefix: '/${segment}', app: '${app}' }`;
      const actual = grant
        ? `grants to ${grant.app}`
        : `does not grant. The host’s team can add ${line} to createPages({ grants }) in site-config.tsx.`;
      return [{ app, reason: `brings a page at ${path}, which ${hostName} ${actual}` }];
    }),
  );
  return [...overlaps, ...ungranted];
}
