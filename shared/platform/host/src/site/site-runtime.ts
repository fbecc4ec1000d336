import { createContext, useContext, type ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Pins } from '@composed/contracts/pins';
import type { Page } from '@composed/contracts/module';
import type { ModuleSources } from '../remotes/module-source';
import type {
  KnownPages,
  ResolvedPage,
  SiteFacts,
  PageRoute,
  GeneratedPages,
  SiteConfig,
} from './site-config';

/** The context of one page: the site's routes and remotes, and the part of the pins that components need. */
export interface SiteRuntime extends Pick<SiteConfig<unknown>, 'modules' | 'Shell' | 'SlotNotice'> {
  readonly basePath: string;
  readonly routes: (PageRoute & ResolvedPage)[];
  readonly pages?: Pick<GeneratedPages<PageRoute>, 'titleOf'>;
  readonly provides: object;
  /** Empty while composing. */
  readonly sources: ModuleSources;
  /** The parts inside modules, and the modules in open slots. */
  readonly nesting: Pick<Pins, 'parts' | 'slots'>;
  /** Wraps the content of a React root in the site's contexts. */
  readonly wrapInSite: (node: ReactNode) => ReactNode;
}

const noPages: KnownPages = { remotePages: {}, rowsOf: () => [] };

/** Values that come from the pins of a page, or from the releases that are being composed. */
interface SiteRuntimeOptions extends Partial<Pick<SiteRuntime, 'sources' | 'nesting'>> {
  readonly knownPages?: KnownPages | undefined;
}

export function createSiteRuntime<Site, Route extends PageRoute>(
  config: SiteConfig<Site, Route>,
  facts: SiteFacts,
  { sources = new Map(), nesting = {}, knownPages = noPages }: SiteRuntimeOptions = {},
) {
  const site = config.createSite(facts);
  const routes = config.routesOf(site);
  const allRoutes: (Route & Partial<ResolvedPage>)[] =
    config.pages?.routesWithRows(routes, knownPages) ?? routes;
  return {
    ...config,
    site,
    sources,
    nesting,
    modules: { ...config.pages?.slotsOf(knownPages.remotePages), ...config.modules },
    basePath: facts.basePath,
    routes: allRoutes.map((route): Route & ResolvedPage => {
      const { path, pattern = path } = route;
      return { ...route, pattern, page: route.page ?? { ...noPage, address: path } };
    }),
    provides: config.providesOf(site),
    wrapInSite: (node: ReactNode) => config.wrapInSite(site, node),
  };
}

/** Stands in for the page where none is shown, or where a module does not take the prop `page`. */
export const noPage: Page = { address: '', parameters: {}, query: '', data: null };

/** The query of the address that is shown. It is '' while composing, and until the shell is hydrated. */
export const shownQuery = createStore(() => '');

export const ShownPageContext = createContext(noPage);

/** Picks the props that a module takes from those that the host provides. */
export const propsOf = (provides: object, props: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(provides).filter(([name]) => props.includes(name)));

export const SiteRuntimeContext = createContext<SiteRuntime | null>(null);

/** @throws Error outside of a `SiteRuntimeContext` */
export function useSiteRuntime(): SiteRuntime {
  const runtime = useContext(SiteRuntimeContext);
  if (runtime) return runtime;
  throw new Error('no runtime');
}
