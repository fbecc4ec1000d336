import type { ComponentType, ReactNode } from 'react';
import type { Location } from 'react-router-dom';
import type { SiteJson } from '@composed/contracts/composer';
import type { Page, PageHead } from '@composed/contracts/module';
import type { PageRow } from '@composed/contracts/release-manifest';
import type { Pins } from '@composed/contracts/pins';
import type { Language } from '@composed/contracts/site-language';

/** The slot of an exposed module of a remote. */
export interface SlotDescription {
  /** The name of the remote at the beginning of a sentence: "The reviews". */
  readonly label: string;
  /** Shown for a remote that has not loaded and has no prerendered markup. */
  readonly skeleton: ReactNode;
}

/** One route of a site, in the site’s language unless it names another. */
export interface PageRoute extends Language {
  /**
   * Address under the base path, such as '/guides/first-steps'; '*' is any that no other route has. With `rows`,
   * '/product/:id' holds the field `id` of a row.
   */
  readonly path: `/${string}` | '*';
  readonly caseSensitive: true;
  /** Text; with `rows`, `{name}` is the field `name` of a row, here and in what search engines read. */
  readonly title: string;
  /** Metadata for search engines. No browser loads it. */
  readonly search:
    | ({ readonly indexable: boolean; readonly canonical?: string } & Pick<PageRow, 'alternates'>)
    | false;
  /** The remotes that it shows, by federation id. */
  readonly remotes?: readonly string[];
  /** Name of the data: a list with a page for each row. A module takes `page` to know its row. */
  readonly rows?: string;
  /** Names of the data that the host itself shows in it. Its page holds these beside the data of its modules. */
  readonly reads?: readonly string[];
  /** The module that is the page, where a remote brings it. */
  readonly module?: string;
  readonly element: ReactNode;
}

/** A route with a description and a subject for search engines. */
export interface SearchableRoute extends PageRoute {
  readonly search: {
    readonly description: string;
    readonly indexable: boolean;
  } & Pick<PageHead, 'canonical' | 'structuredData'> &
    Pick<PageRow, 'alternates'>;
}

/** A page that a remote brings, as a route of the host. */
export interface RemoteRoute extends SearchableRoute {
  readonly module: string;
  readonly remotes: readonly string[];
}

/** The rows of pages that remotes bring, by app. A browser knows less of them than compose. */
export type RemotePages = Readonly<
  Record<string, readonly (Pick<PageRow, 'path' | 'module' | 'title'> & Partial<PageRow>)[]>
>;

/** A row of data that makes a page. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows of pages that are known to the composer, or to a page. */
export interface KnownRows {
  readonly remotePages: RemotePages;
  readonly dataOf: (route: PageRoute) => readonly Row[];
}

/** The modules that may give their page a title, and the props that they take. */
interface TitleSources {
  readonly provides: object;
  readonly sources: {
    get(id: string):
      | {
          readonly getState: () => { readonly module?: unknown };
          readonly props: () => readonly string[];
          readonly report: (stage: 'render', cause: unknown) => void;
        }
      | undefined;
  };
}

/** Pages that are made of rows (`createPages` of @composed/host/pages). */
export interface RowPages<Route extends PageRoute> {
  /** Prefixes under which remotes may have pages. Nobody else may have a page there. */
  readonly grants: readonly { readonly prefix: string; readonly app: string }[];
  /** The rows that a page in a browser knows, by its pins. */
  readonly readKnownRows: (pins: Pins) => KnownRows;
  /** The slots of the modules that are pages. */
  readonly slotsOf: (remotePages: RemotePages) => Readonly<Record<string, SlotDescription>>;
  /** The host's own routes, and those of all pages that the rows make. */
  readonly routesWithRows: (
    routes: readonly Route[],
    knownRows: KnownRows,
  ) => (Route & Partial<RoutePage>)[];
  /** The title of a page in a browser, from its module if that gives one. */
  readonly titleOf: (route: PageRoute & RoutePage, host: TitleSources) => string;
}

/** The page of a route. */
export interface RoutePage {
  /** The prop `page` of its modules. Its query changes with the address. */
  readonly page: Page;
  /** The path of its route, with parameters. */
  readonly pattern: string;
}

/** A site's data by name. */
type AnyData = Readonly<Record<string, unknown>>;

/** Facts of a page of a site. It stays the same while the page lives. */
export interface PageFacts<Data = AnyData> {
  /** '' for the live site, '/preview/<name>' for a preview; no trailing slash. */
  readonly basePath: string;
  /** The site's data that the page holds, by name: JSON that `readData` has made. */
  readonly data: Readonly<Partial<Data>>;
  /** Whether a module has a release. Without one its slot is empty, and nothing links to it. */
  readonly isThere: (id: string) => boolean;
}

/** How far an exposed component has come; trying again leads from 'failed' back to 'loading'. */
export type SlotState = 'loading' | 'ready' | 'failed';

export interface SlotNoticeProps {
  readonly state: SlotState;
  readonly label: string;
  readonly onTryAgain: () => void;
  /** Called when the notice that the visitor pressed goes away, and the focus with it. */
  readonly onRecovered: () => void;
}

/** The entry of the history whose page is on the screen, and how the visitor got there. */
export interface Visit {
  /** Under the base path. */
  readonly location: Location;
  /** Back, Forward, the first load, or an address typed; not a link. */
  readonly isReturn: boolean;
}

/**
 * Everything that the platform knows of a site. `Site` is for its own components. `Data` is the result of `readData`:
 * pages hold it as it was composed, so that a browser does not parse it again.
 */
export interface SiteConfig<Site, Route extends PageRoute = PageRoute, Data = AnyData> {
  createSite(facts: PageFacts<Data>): Site;
  /** Every page, the one for all other addresses among them. */
  readonly routesOf: (site: Site) => Route[];
  /** Pages that are made of rows; left out where none is. */
  readonly pages?: RowPages<Route>;
  /** Props that the host provides to remotes, by name, beside `page`: each becomes the prop of that name. */
  readonly providesOf: (site: Site) => object;
  /** Provides the site to its own components, in every React root of the page. */
  readonly inSite: (site: Site, node: ReactNode) => ReactNode;
  /** Every exposed module that has a slot, by its federation id. */
  readonly remotes: Readonly<Record<string, SlotDescription>>;
  /**
   * Open slots by name: the apps that may fill them, in their order. `*` stands for all others, so that a new team
   * needs no publish of the host. The host shows a slot by `<Slot>`; slots that modules open (`microFrontend.exposes`)
   * are granted here as well.
   */
  readonly slots?: Readonly<Record<string, readonly string[]>>;
  /** The frame of every page. It calls `useLinks` and `useRouteChanges`. */
  readonly Shell: ComponentType<{ readonly visit: Visit; readonly children: ReactNode }>;
  /** Says that a remote could not be loaded, and offers to try again. */
  readonly SlotNotice: ComponentType<SlotNoticeProps>;
  /** Packages that the site shares with remotes beside React, by request. */
  readonly shared: Readonly<Record<string, object>>;
}

/** The part of a site's config that only composing needs. */
export interface ComposerConfig<Site, Route extends PageRoute, Data = AnyData> extends SiteConfig<
  Site,
  Route,
  Data
> {
  /**
   * Parses the data that the host asks for (host/package.json). Left out, pages hold it unchanged.
   * @returns the data for pages, as JSON by name, and the names of data that could not be parsed
   */
  readonly readData?: (given: Readonly<Record<string, SiteJson>>) => {
    readonly data: PageFacts<Data>['data'];
    readonly unread: readonly string[];
  };
  /** Elements of a page's head. */
  readonly renderHead: (page: {
    readonly route: Route;
    readonly site: Site;
    /** Public origin, without a trailing slash. */
    readonly siteUrl: string;
    readonly basePath: string;
  }) => string;
  /** Addresses that robots must not visit, with all below them. */
  readonly closedToRobots?: readonly string[];
  /** First segments of addresses of services: no page has one. */
  readonly services?: readonly string[];
}
