import type { ComponentType, ReactNode } from 'react';
import type { Location } from 'react-router-dom';
import type { SiteJson } from '@composed/contracts/composer';

/** A place for an exposed module of a remote. */
export interface RemotePlace {
  /** What the remote is called at the beginning of a sentence: "The reviews". */
  readonly label: string;
  /** Stands in for a remote that is not there and has no prerendered markup. */
  readonly skeleton: ReactNode;
}

/** One route of a site. */
export interface PageRoute {
  /** Address under the base path, such as '/guides/first-steps'; '*' is any that no other route has. */
  readonly path: string;
  readonly caseSensitive: true;
  readonly title: string;
  /** What search engines read. Composing alone knows it: browsers load none of it. */
  readonly search: { readonly indexable: boolean } | false;
  /** The remotes that it shows, by federation id. */
  readonly remotes?: readonly string[];
  /** Whether data made it: its page holds them. */
  readonly isOfData?: true;
  readonly element: ReactNode;
}

/** What a page of a site is made of. It stays the same while the page lives. */
export interface PageFacts {
  /** '' for the live site, '/preview/<name>' for a preview; no trailing slash. */
  readonly basePath: string;
  /** What `readData` has made of the site's data, as JSON; null where the page holds none. */
  readonly data: unknown;
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
  readonly onHealed: () => void;
}

/** The entry of the history whose page is on the screen, and how the visitor got there. */
export interface Visit {
  /** Under the base path. */
  readonly location: Location;
  /** Back, Forward, the first load, or an address typed; not a link. */
  readonly isReturn: boolean;
}

/** All that the platform knows of a site. `Site` is what its own components may read. */
export interface SiteParts<Site, Route extends PageRoute = PageRoute> {
  readonly createSite: (facts: PageFacts) => Site;
  /** Every page, the one for all other addresses among them. */
  readonly routesOf: (site: Site) => Route[];
  /** What remotes may take, by name: each becomes the prop of that name. */
  readonly offersOf: (site: Site) => object;
  /** Hands the site to its own components, in a root of the page. */
  readonly inSite: (site: Site, node: ReactNode) => ReactNode;
  /** Every exposed module that has a place, by its federation id. */
  readonly remotes: Readonly<Record<string, RemotePlace>>;
  /** What every page has around its content. It calls `useLinks` and `useRouteChanges`. */
  readonly Shell: ComponentType<{ readonly visit: Visit; readonly children: ReactNode }>;
  /** Says that a remote could not be loaded, and offers to try again. */
  readonly SlotNotice: ComponentType<SlotNoticeProps>;
  /** What the site hands over to remotes at run time beside React, by request. */
  readonly provided: Readonly<Record<string, object>>;
}

/** What composing needs beside that. */
export interface ComposedParts<Site, Route extends PageRoute> extends SiteParts<Site, Route> {
  /**
   * Reads the data that the host asks for (host/package.json).
   * @returns what pages hold of them, as JSON, and the names of those that could not be read
   */
  readonly readData: (given: Readonly<Record<string, SiteJson>>) => {
    readonly data: unknown;
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
  readonly closedToRobots: readonly string[];
  /** What addresses of services begin with: no page has one. */
  readonly services: readonly string[];
}
