import type { ComponentType, ReactNode } from 'react';
import type { Location } from 'react-router-dom';
import type { SiteDataItem } from '@composed/contracts/composer';
import type { Page, PageHead } from '@composed/contracts/module';
import type { PageRow } from '@composed/contracts/release-manifest';
import type { Pins } from '@composed/contracts/pins';
import type { Language } from '@composed/contracts/site-language';
import type { ModuleSources, SlotState } from '../remotes/module-source';

/** Describes the slot of a remote's exposed module. */
export interface SlotDescription {
  /** The name of the remote at the beginning of a sentence: "The reviews". */
  readonly label: string;
  /** Shown for a remote that has not loaded and has no prerendered markup. */
  readonly skeleton: ReactNode;
}

/** One route of a site. Its page is in the site's language unless it names another. */
export interface PageRoute extends Language {
  /**
   * Address under the base path, such as '/guides/first-steps'; '*' matches every address that no other route has. With
   * `rowsFrom`, ':id' in '/product/:id' stands for the field `id` of a row.
   */
  readonly path: `/${string}` | '*';
  readonly caseSensitive: true;
  /** Plain text. With `rowsFrom`, `{name}` stands for the field `name` of a row, here and in `search`. */
  readonly title: string;
  /** Metadata for search engines. No browser loads it. */
  readonly search:
    | ({ readonly indexable: boolean; readonly canonical?: string } & Pick<PageRow, 'alternates'>)
    | false;
  /** Federation ids of the remotes' modules that the page shows. */
  readonly modules?: readonly string[];
  /** Name of the data from whose rows pages are made, one page per row. A module gets the row in its prop `page`. */
  readonly rowsFrom?: string;
  /** Names of the data that the host itself shows on the page. The page holds them and the data of its modules. */
  readonly dataNames?: readonly string[];
  /** Federation id of the module that is the page, if a remote brings the page. */
  readonly module?: string;
  readonly element: ReactNode;
}

/** A route with a description and structured data for search engines. */
export interface SearchableRoute extends PageRoute {
  readonly search: {
    readonly description: string;
    readonly indexable: boolean;
  } & Pick<PageHead, 'canonical' | 'structuredData'> &
    Pick<PageRow, 'alternates'>;
}

/** A route for a page that a remote brings. */
export interface RemoteRoute extends SearchableRoute {
  readonly module: string;
  readonly modules: readonly string[];
}

/** The rows of pages that remotes bring, by app. A browser knows fewer fields of a row than compose does. */
export type RemotePages = Readonly<
  Record<string, readonly (Pick<PageRow, 'path' | 'module' | 'title'> & Partial<PageRow>)[]>
>;

/** A row of data that makes a page. */
export type DataRow = Readonly<Record<string, unknown>>;

/** The pages and the data from which the composer, or a page in a browser, makes routes. */
export interface KnownPages {
  readonly remotePages: RemotePages;
  readonly rowsOf: (route: PageRoute) => readonly DataRow[];
}

/** Pages that are made from rows (`createPages` of @composed/host/pages). */
export interface GeneratedPages<Route extends PageRoute> {
  /** Prefixes of addresses, each with the one remote that may bring pages under it. */
  readonly grants: readonly { readonly prefix: string; readonly app: string }[];
  /** Call once in a browser, before a navigation. Returns the pages that the document knows from its pins. */
  readonly initialize: (pins: Pins) => KnownPages;
  /** Returns the slots of the modules that are pages. */
  readonly slotsOf: (remotePages: RemotePages) => Readonly<Record<string, SlotDescription>>;
  /** Returns the host's own routes, and a route for every page that is made from rows. */
  readonly routesWithRows: (
    routes: readonly Route[],
    knownPages: KnownPages,
  ) => (Route & Partial<ResolvedPage>)[];
  /** Returns the title of a page in a browser: the one that its module computes from its props, if any. */
  readonly titleOf: (
    route: PageRoute & ResolvedPage,
    runtime: { readonly provides: object; readonly sources: ModuleSources },
  ) => string;
}

export interface ResolvedPage {
  /** The prop `page` of the route's modules. Its query changes with the address. */
  readonly page: Page;
  /** The path of the route, with its parameters. */
  readonly pattern: string;
}

/** A site's data by name. */
type AnyData = Readonly<Record<string, unknown>>;

/** The facts that a site is made from. They do not change during the lifetime of a document. */
export interface SiteFacts<Data = AnyData> {
  /** '' for the live site, '/preview/<name>' for a preview; no trailing slash. */
  readonly basePath: string;
  /** The site's data that the page holds, by name: the JSON that `readData` returned. */
  readonly data: Readonly<Partial<Data>>;
  /** Returns whether a module has a release. Without one, its slot is empty and nothing links to it. */
  readonly hasRelease: (id: string) => boolean;
}

export interface SlotNoticeProps {
  readonly state: SlotState;
  readonly label: string;
  readonly onTryAgain: () => void;
  /** Called when the notice whose button the visitor pressed is removed, and with it the focus. */
  readonly onRecovered: () => void;
}

/** The navigation whose page is on the screen. */
export interface ShownNavigation {
  /** Relative to the base path. */
  readonly location: Location;
  /** True after Back, Forward, a first load or a typed address; false after a link. */
  readonly isReturn: boolean;
}

/**
 * Everything that the platform knows about a site. `Site` is a type of the site's own, for its components. `Data` is
 * what `readData` returns: pages hold it as it was composed, so that a browser does not have to parse it again.
 */
export interface SiteConfig<Site, Route extends PageRoute = PageRoute, Data = AnyData> {
  createSite(facts: SiteFacts<Data>): Site;
  /** Returns the routes of all pages, including '*'. */
  readonly routesOf: (site: Site) => Route[];
  /** Pages that are made from rows. Omitted if there are none. */
  readonly pages?: GeneratedPages<Route>;
  /** Returns the props that the host provides to remotes, by name. The platform adds `page`. */
  readonly providesOf: (site: Site) => object;
  /** Wraps the content of a React root in the site's contexts. Called for every root of the page. */
  readonly wrapInSite: (site: Site, node: ReactNode) => ReactNode;
  /** Every exposed module that has a slot, by its federation id. */
  readonly modules: Readonly<Record<string, SlotDescription>>;
  /**
   * Open slots by name, each with the apps that may fill it, in their order on the page. `*` stands for all other apps,
   * so that a new team does not have to wait for a publish of the host. The host renders a slot with `<HostSlot>`. Slots that
   * modules open (`microFrontend.exposes`) are granted here as well.
   */
  readonly slots?: Readonly<Record<string, readonly string[]>>;
  /** The frame of every page. It must call `useLinks` and `useRouteChanges`. */
  readonly Shell: ComponentType<{
    readonly navigation: ShownNavigation;
    readonly children: ReactNode;
  }>;
  /** Says that a remote could not be loaded, and offers to try again. */
  readonly SlotNotice: ComponentType<SlotNoticeProps>;
  /** Packages that the site shares with remotes in addition to React, by request. */
  readonly shared: Readonly<Record<string, object>>;
}

/** A site's config with the fields that only the composer needs. */
export interface ComposerConfig<Site, Route extends PageRoute, Data = AnyData> extends SiteConfig<
  Site,
  Route,
  Data
> {
  /**
   * Parses the data that the host asks for (host/package.json). If omitted, pages hold the data unchanged.
   * @returns the data for pages, as JSON by name, and the names of data that could not be parsed
   */
  readonly readData?: (json: Readonly<Record<string, SiteDataItem>>) => {
    readonly data: SiteFacts<Data>['data'];
    readonly unread: readonly string[];
  };
  /** Returns the markup of the site's own elements in a page's head. */
  readonly renderHead: (page: {
    readonly route: Route;
    readonly site: Site;
    /** Public origin, without a trailing slash. */
    readonly siteUrl: string;
    readonly basePath: string;
  }) => string;
  /** Addresses that robots must not visit, including everything below them. */
  readonly closedToRobots?: readonly string[];
  /** First segments of the addresses of services. No page may have one of them. */
  readonly services?: readonly string[];
}
