import { createElement } from 'react';
import { rowElementId } from '@composed/contracts/page-elements';
import type { Pins } from '@composed/contracts/pins';
import { headOf } from '@composed/contracts/module';
import { moduleId } from '@composed/contracts/remote-names';
import { propsOf } from '../site/site-runtime';
import { readJsonElement, readPageData } from '../page-data';
import { RemoteSlot } from '../slots/RemoteSlot';
import type {
  RemoteRoute,
  RemotePages,
  KnownPages,
  SiteFacts,
  PageRoute,
  ResolvedPage,
  GeneratedPages,
  DataRow,
} from '../site/site-config';

/** Returns a field of a row as text, or '' if the field is missing or is neither a string nor a number. */
function fieldOf(row: DataRow, name: string): string {
  const value = row[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Replaces each `{name}` by the row's field of that name, in every string within a value. */
function fillFields<T>(value: T, row: DataRow): T;
function fillFields(value: unknown, row: DataRow): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\}/g, (_, name: string) => fieldOf(row, name));
  if (Array.isArray(value)) return value.map((item: unknown) => fillFields(item, row));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, fillFields(field, row)]),
  );
}

/**
 * Returns the address of a row's page, and the parameters in it. Compose refuses addresses that no page can have
 * (../composer/page-addresses.ts).
 */
function addressOf(path: string, row: DataRow) {
  const parameters: Record<string, string> = {};
  const address = path.slice(1).replace(/:(\w+)/g, (_, name: string) => {
    const value = fieldOf(row, name);
    parameters[name] = value;
    return encodeURIComponent(value);
  });
  return { address: `/${address}` as const, parameters };
}

/** Returns a function that lists the rows of data from which a route's pages are made. */
export const createRowReader =
  ({ data }: Pick<SiteFacts, 'data'>) =>
  ({ rowsFrom = '' }: PageRoute): readonly DataRow[] => {
    const list = data[rowsFrom];
    return Array.isArray(list) ? list.map((row: unknown) => ({ ...Object(row) }) as DataRow) : [];
  };

/** The page that this document was composed as, since navigation changes the document's title. */
const composedPage = { path: '', title: '' };

/**
 * Remembers the page that this document was composed as.
 * @returns the pages in its pins, and the row of data that it was made from
 */
function initializePages({ remotes }: Pins): KnownPages {
  composedPage.title = document.title;
  composedPage.path = document.getElementById('root')?.dataset['page'] ?? '';
  const { path, row } = readJsonElement(rowElementId) as {
    readonly path?: string;
    readonly row?: DataRow;
  };
  return {
    remotePages: Object.fromEntries(
      Object.entries(remotes).map(([app, { pages = [] }]) => [app, pages]),
    ),
    rowsOf: (route) => {
      if (row && route.path === path) return [row];
      // A dev server sends one document for all pages. It holds all data.
      return __IS_DEV_SERVER__ ? createRowReader({ data: readPageData() })(route) : [];
    },
  };
}

interface Options<Route> {
  readonly grants?: GeneratedPages<PageRoute>['grants'];
  /** Turns a page that a remote brings into a route of the host. Required if `grants` is not empty. */
  readonly toRoute?: (page: RemoteRoute) => NoInfer<Route>;
}

/** Returns the fields of a route that differ from row to row of its data. */
function pageOfRow({ path, title, search }: PageRoute, row: DataRow) {
  const { address, parameters } = addressOf(path, row);
  const { canonical, alternates = {} } = search || {};
  const translations = Object.entries(alternates).map(
    ([language, pattern]) => [language, addressOf(pattern, row).address] as const,
  );
  const addresses = {
    ...(canonical && { canonical: addressOf(canonical, row).address }),
    ...(translations.length > 0 && { alternates: Object.fromEntries(translations) }),
  };
  return {
    path: address,
    title: fillFields(title, row),
    search: search && { ...fillFields(search, row), ...addresses },
    pattern: path,
    page: { address, parameters, query: '', data: row },
  };
}

/** Describes a page that a remote brings, from its row in the remote's manifest. */
function remoteRoute(
  app: string,
  { path, module, title, data, lang, dir, ...search }: RemotePages[string][number],
): RemoteRoute {
  const id = moduleId(app, module);
  return {
    title,
    caseSensitive: true,
    module: id,
    modules: [id],
    path: `/${path.slice(1)}`,
    element: createElement(RemoteSlot, { id }),
    ...(data !== undefined && { rowsFrom: data }),
    ...(lang !== undefined && { lang }),
    ...(dir !== undefined && { dir }),
    search: { indexable: true, description: '', ...search },
  };
}

const slotsOf: GeneratedPages<PageRoute>['slotsOf'] = (remotePages) =>
  Object.fromEntries(
    Object.entries(remotePages).flatMap(([app, pages]) =>
      pages.map(({ module }) => [
        moduleId(app, module),
        { label: __SITE_LANGUAGE__.texts.page, skeleton: null },
      ]),
    ),
  );

const titleOf: GeneratedPages<PageRoute>['titleOf'] = (
  { path, title, module, page },
  { sources, provides },
) => {
  if (module === undefined) return title;
  // Used until the module has loaded, or if the module fails.
  const fallbackTitle = path === composedPage.path ? composedPage.title : title;
  const source = sources.get(module);
  const { module: moduleExports } = source?.getState() ?? {};
  if (!source || !moduleExports) return fallbackTitle;
  try {
    const head = headOf(moduleExports, propsOf({ ...provides, page }, source.props()));
    return String(Reflect.get(Object(head), 'title') ?? title);
  } catch (error) {
    source.report('render', error);
    return fallbackTitle;
  }
};

/** Makes one route for each row of a route's data. A route without data stays as it is. */
function fillRoute<Route extends PageRoute>(
  route: Route,
  rowsOf: KnownPages['rowsOf'],
): (Route & Partial<ResolvedPage>)[] {
  if (route.rowsFrom === undefined) return [route];
  return rowsOf(route).map((row) => ({ ...route, ...pageOfRow(route, row) }));
}

/**
 * Makes pages from rows: the pages that remotes bring under prefixes that the host grants, and pages of data (`rowsFrom` of
 * a route). A site without either omits `pages` from its config, and its pages load none of this code.
 */
export function createPages<Route extends PageRoute>({
  grants = [],
  toRoute,
}: Options<Route>): GeneratedPages<Route> {
  const routesOfRemotes = (remotePages: RemotePages) =>
    Object.entries(remotePages).flatMap(([app, pages]) =>
      pages.flatMap((page) => toRoute?.(remoteRoute(app, page)) ?? []),
    );
  return {
    grants,
    initialize: initializePages,
    slotsOf,
    titleOf,
    routesWithRows: (routes, { remotePages, rowsOf }) =>
      [...routes, ...routesOfRemotes(remotePages)].flatMap((route) => fillRoute(route, rowsOf)),
  };
}
