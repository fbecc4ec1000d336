import { catchAll, pageAt } from '@composed/contracts/page-addresses';
import type { Pins } from '@composed/contracts/pins';
import type { Language } from '@composed/contracts/site-language';
import type { PageRoute } from './site-config';

/**
 * Finds the route that shows a path, by the same rules as servers find the page.
 * @param pathname relative to the base path, with a leading slash
 * @throws Error if the site has no route '*'
 */
export function routeOf<Route extends PageRoute>(routes: Route[], pathname: string): Route {
  const address = pageAt(pathname);
  const routeAt = (path: string | null) => routes.find((each) => each.path === path);
  const route = routeAt(address) ?? routeAt(catchAll);
  if (route) return route;
  throw new Error('no route *');
}

/** Returns the federation ids of the modules on the page at a path, and of the parts inside them. */
export const moduleIdsAt = (
  { routes, nesting }: { readonly routes: PageRoute[]; readonly nesting: Pick<Pins, 'parts'> },
  pathname: string,
) =>
  (routeOf(routes, pathname).modules ?? []).flatMap((id) => [id, ...(nesting.parts?.[id] ?? [])]);

/** Returns the language and direction of a page. A page may set only its direction; the rest is the site's. */
export function languageOf(route: Language): Language {
  if (route.lang) return route;
  return route.dir ? { ...__SITE_LANGUAGE__, dir: route.dir } : __SITE_LANGUAGE__;
}
