import { notFoundRoute, routeOf } from '../routes';

export type Click = Pick<
  MouseEvent,
  'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'
>;

type Link = Pick<HTMLAnchorElement, 'href' | 'target' | 'hasAttribute'>;

const isPlain = (click: Click) =>
  click.button === 0 &&
  !click.metaKey &&
  !click.ctrlKey &&
  !click.shiftKey &&
  !click.altKey &&
  !click.defaultPrevented;

/** '/preview/x/signup' → '/signup'; null when the address lies outside of the base path. */
function underBase(pathname: string, basePath: string): string | null {
  if (pathname === basePath) return '/';
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : null;
}

/**
 * Where a click leads inside the host, for the router.
 * @param here absolute address of the page
 * @param basePath '' or '/preview/<name>'
 * @returns path with search and hash, without the base path; null when the link is left to the browser
 */
export function clientDestination(
  click: Click,
  link: Link,
  here: string,
  basePath: string,
): string | null {
  if (!isPlain(click) || link.hasAttribute('download')) return null;
  if (link.target !== '' && link.target !== '_self') return null;
  if (!URL.canParse(link.href)) return null;
  const to = new URL(link.href);
  const from = new URL(here);
  if (to.origin !== from.origin) return null;
  const path = underBase(to.pathname, basePath);
  if (path === null) return null;
  const samePage = to.pathname === from.pathname && to.search === from.search && to.hash !== '';
  if (!samePage && routeOf(path) === notFoundRoute) return null;
  return path + to.search + to.hash;
}
