import { createContext, useContext, type ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import { catchAll, pageAt } from '@composed/contracts/page-addresses';
import type { Pins } from '@composed/contracts/pins';
import type { Page } from '@composed/contracts/module';
import type { Language } from '@composed/contracts/site-language';
import type { RemoteSources } from './remotes/remote-source';
import type {
  KnownRows,
  RoutePage,
  PageFacts,
  PageRoute,
  RowPages,
  SiteConfig,
} from './site-config';

/** The context of one page: the routes of its site, its remotes, and what its pins say. */
export interface Host extends Pick<SiteConfig<unknown>, 'remotes' | 'Shell' | 'SlotNotice'> {
  readonly basePath: string;
  readonly routes: (PageRoute & RoutePage)[];
  readonly pages?: Pick<RowPages<PageRoute>, 'titleOf'>;
  readonly provides: object;
  /** None where compose renders. */
  readonly sources: RemoteSources;
  /** Says which parts modules hold, and which modules stand in open slots. */
  readonly pins: Pick<Pins, 'parts' | 'slots'>;
  /** Provides the site to its own components, in every React root of the page. */
  readonly inSite: (node: ReactNode) => ReactNode;
}

const noRows: KnownRows = { remotePages: {}, dataOf: () => [] };

/** From the pins of a page, or from the releases that are composed. */
interface HostOptions extends Partial<Pick<Host, 'sources' | 'pins'>> {
  /** The rows that pages are made from. */
  readonly rows?: KnownRows | undefined;
}

/** The site of a page, with the sources of its remotes. */
export function createHost<Site, Route extends PageRoute>(
  config: SiteConfig<Site, Route>,
  facts: PageFacts,
  { sources = new Map(), pins = {}, rows = noRows }: HostOptions = {},
) {
  const site = config.createSite(facts);
  const routes = config.routesOf(site);
  const allRoutes: (Route & Partial<RoutePage>)[] =
    config.pages?.routesWithRows(routes, rows) ?? routes;
  return {
    ...config,
    site,
    sources,
    pins,
    remotes: { ...config.pages?.slotsOf(rows.remotePages), ...config.remotes },
    basePath: facts.basePath,
    routes: allRoutes.map((route): Route & RoutePage => {
      const { path, pattern = path } = route;
      return { ...route, pattern, page: route.page ?? { ...noPage, address: path } };
    }),
    provides: config.providesOf(site),
    inSite: (node: ReactNode) => config.inSite(site, node),
  };
}

/** The prop `page` of a module outside of row pages. */
export const noPage: Page = { address: '', parameters: {}, query: '', data: null };

/** The query of the page that is shown; '' while composing, and until the shell is hydrated. */
export const shownQuery = createStore(() => '');

/** The page that the shell shows. */
export const ShownPage = createContext(noPage);

/** The props of a module, by their names, out of those that the host provides. */
export const propsOf = (provides: object, props: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(provides).filter(([name]) => props.includes(name)));

/** The modules of a page’s route, and the parts in them. */
export const neededBy = (
  { routes, pins }: Pick<Host, 'pins'> & { readonly routes: PageRoute[] },
  pathname: string,
) => (routeOf(routes, pathname).remotes ?? []).flatMap((id) => [id, ...(pins.parts?.[id] ?? [])]);

export const HostContext = createContext<Host | null>(null);

/** @throws Error outside of a host */
export function useHost(): Host {
  const host = useContext(HostContext);
  if (host) return host;
  throw new Error('no host');
}

/** The language of a page and its direction, else those of the site. A page may differ in its direction alone. */
export function languageOf(route: Language): Language {
  if (route.lang) return route;
  return route.dir ? { ...__SITE_LANGUAGE__, dir: route.dir } : __SITE_LANGUAGE__;
}

/**
 * The route that shows `pathname`, found as servers find its page.
 * @param pathname under the base path, beginning with a slash
 * @throws Error when no route is there for other addresses
 */
export function routeOf<Route extends PageRoute>(routes: Route[], pathname: string): Route {
  const address = pageAt(pathname);
  const find = (wanted: string | null) => routes.find(({ path }) => path === wanted);
  const route = find(address) ?? find(catchAll);
  if (route) return route;
  throw new Error('no route *');
}
