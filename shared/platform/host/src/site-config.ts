import type { ComponentType, ReactNode } from 'react';
import type { Location } from 'react-router-dom';
import type { SiteJson } from '@composed/contracts/composer';
import type { Page, PageHead } from '@composed/contracts/module';
import type { PageRow } from '@composed/contracts/release-manifest';
import type { Pins } from '@composed/contracts/pins';
import type { Language } from '@composed/contracts/site-words';

/** The slot of an exposed module of a remote. */
export interface SlotDescription {
  /** The name of the remote at the beginning of a sentence: "The reviews". */
  readonly label: string;
  /** Stands in for a remote that is not there and has no prerendered markup. */
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
  /** Metadata for search engines, which composing alone knows and no browser loads. */
  readonly search:
    | ({ readonly indexable: boolean; readonly canonical?: string } & Pick<PageRow, 'alternates'>)
    | false;
  /** The remotes that it shows, by federation id. */
  readonly remotes?: readonly string[];
  /** Name of the data, a list, each of whose rows is a page. A module in it takes `page` to know which. */
  readonly rows?: string;
  /** Names of the data that the host's own part of it reads: its page holds them, beside those its modules take. */
  readonly reads?: readonly string[];
  /** The module that is the page, where a remote brings it. */
  readonly module?: string;
  readonly element: ReactNode;
}

/** A route of a site whose pages say this of themselves. */
export interface SearchableRoute extends PageRoute {
  readonly search: {
    readonly description: string;
    readonly indexable: boolean;
  } & Pick<PageHead, 'canonical' | 'structuredData'> &
    Pick<PageRow, 'alternates'>;
}

/** A page that a remote brings, as a route of the host. */
export interface BroughtRoute extends SearchableRoute {
  readonly module: string;
  readonly remotes: readonly string[];
}

/** The rows of pages that remotes bring, by app. A browser knows less of them than compose. */
export type BroughtPages = Readonly<
  Record<string, readonly (Pick<PageRow, 'path' | 'module' | 'title'> & Partial<PageRow>)[]>
>;

/** A row of data that makes a page. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows of pages that are known to the composer, or to a page. */
export interface KnownRows {
  readonly brought: BroughtPages;
  readonly dataOf: (route: PageRoute) => readonly Row[];
}

/** Modules that may say the title of their page, and the props of the page that they take. */
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
  /** Where remotes bring pages of their own: at an address, and all below it. Nobody else may have a page there. */
  readonly grants: readonly { readonly prefix: string; readonly app: string }[];
  /** Rows that a page in a browser knows, by its pins. */
  readonly knownRows: (pins: Pins) => KnownRows;
  /** The slots of the modules that are pages. */
  readonly slotsOf: (brought: BroughtPages) => Readonly<Record<string, SlotDescription>>;
  /** The host's own routes, and those of all pages that the rows make. */
  readonly routesWithRows: (
    routes: readonly Route[],
    known: KnownRows,
  ) => (Route & Partial<RoutePage>)[];
  /** Title of a page in a browser, where its module may say it. */
  readonly titleOf: (route: PageRoute & RoutePage, host: TitleSources) => string;
}

/** The page of a route. */
export interface RoutePage {
  /** The prop of modules that take it, with another query as that changes. */
  readonly page: Page;
  /** The path of its row of the table. */
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
 * All that the platform knows of a site. `Site` is what its own components may read, `Data` what `readData` makes: a
 * page holds it as its own composer wrote it, so that nothing reads it twice.
 */
export interface SiteConfig<Site, Route extends PageRoute = PageRoute, Data = AnyData> {
  createSite(facts: PageFacts<Data>): Site;
  /** Every page, the one for all other addresses among them. */
  readonly routesOf: (site: Site) => Route[];
  /** Pages that are made of rows; left out where none is. */
  readonly pages?: RowPages<Route>;
  /** Props that the host provides to remotes, by name, beside `page`: each becomes the prop of that name. */
  readonly providesOf: (site: Site) => object;
  /** Hands the site to its own components, in a root of the page. */
  readonly inSite: (site: Site, node: ReactNode) => ReactNode;
  /** Every exposed module that has a slot, by its federation id. */
  readonly remotes: Readonly<Record<string, SlotDescription>>;
  /**
   * Slots for any number of modules, by name: the apps that may put some of theirs there, in their order. `*` stands for
   * all others: a new team is there by a publish of its own. The host shows one by `<Slot>`; those that modules open
   * (`microFrontend.exposes`) are granted here as well.
   */
  readonly slots?: Readonly<Record<string, readonly string[]>>;
  /** The frame of every page. It calls `useLinks` and `useRouteChanges`. */
  readonly Shell: ComponentType<{ readonly visit: Visit; readonly children: ReactNode }>;
  /** Says that a remote could not be loaded, and offers to try again. */
  readonly SlotNotice: ComponentType<SlotNoticeProps>;
  /** Packages that the site shares with remotes beside React, by request. */
  readonly shared: Readonly<Record<string, object>>;
}

/** Parts that composing alone needs. */
export interface ComposerConfig<Site, Route extends PageRoute, Data = AnyData> extends SiteConfig<
  Site,
  Route,
  Data
> {
  /**
   * Reads the data that the host asks for (host/package.json); left out, pages hold them as they are.
   * @returns what pages hold of them, as JSON by name, and the names of those that could not be read
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
  /** Addresses, with all below them, that no robot has business at. */
  readonly closedToRobots?: readonly string[];
  /** First segments of addresses of services: no page has one. */
  readonly services?: readonly string[];
}
