import { createElement } from 'react';
import { rowElementId } from '@composed/contracts/page-elements';
import type { Pins } from '@composed/contracts/pins';
import { headOf } from '@composed/contracts/module';
import { moduleId } from '@composed/contracts/remote-names';
import { propsOf } from './host';
import { jsonIn, pinnedData } from './page-data';
import { RemoteSlot } from './slots/RemoteSlot';
import type {
  RemoteRoute,
  RemotePages,
  KnownRows,
  PageFacts,
  PageRoute,
  RowPages,
  Row,
} from './site-config';

/** A field of a row as text; '' where it has none, or no text or number. */
function fieldOf(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A value with `{name}` replaced by fields of a row in all of its texts. */
function filled<T>(value: T, row: Row): T;
function filled(value: unknown, row: Row): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\}/g, (_, name: string) => fieldOf(row, name));
  if (Array.isArray(value)) return value.map((each: unknown) => filled(each, row));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, row)]));
}

/** The address of the page of a row, and its parameters. Composing refuses an address that no page can have. */
function addressOf(path: string, row: Row) {
  const parameters: Record<string, string> = {};
  const address = path
    .slice(1)
    .replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent((parameters[name] = fieldOf(row, name))),
    );
  return { address: `/${address}` as const, parameters };
}

/** The rows of data that make pages. */
export const rowsIn =
  ({ data }: Pick<PageFacts, 'data'>) =>
  ({ rows = '' }: PageRoute): readonly Row[] => {
    const list = data[rows];
    return Array.isArray(list) ? list.map((row: unknown) => ({ ...Object(row) }) as Row) : [];
  };

/** The page that this document was composed as, once its rows are read: navigation changes the document's title. */
const composed = { path: '', title: '' };

/** The rows of pages in this page's pins, and the row of data that it was made from. */
function readKnownRows({ remotes }: Pins): KnownRows {
  composed.title = document.title;
  composed.path = document.getElementById('root')?.dataset['page'] ?? '';
  const { path, row } = jsonIn(rowElementId) as { readonly path?: string; readonly row?: Row };
  return {
    remotePages: Object.fromEntries(
      Object.entries(remotes).map(([app, { pages = [] }]) => [app, pages]),
    ),
    dataOf: (route) => {
      if (row && route.path === path) return [row];
      // A dev server has one document for all pages, and in it all data.
      return __DEVELOPS__ ? rowsIn({ data: pinnedData() })(route) : [];
    },
  };
}

interface Options<Route> {
  readonly grants?: RowPages<PageRoute>['grants'];
  /** Makes a page that a remote brings one of the host's routes; needed where any is granted. */
  readonly routeOf?: (page: RemoteRoute) => NoInfer<Route>;
}

/** The fields of a route that differ from row to row of its data. */
function pageOfRow({ path, title, search }: PageRoute, row: Row) {
  const { address, parameters } = addressOf(path, row);
  const { canonical, alternates = {} } = search || {};
  const otherLanguages = Object.entries(alternates).map(
    ([language, each]) => [language, addressOf(each, row).address] as const,
  );
  const more = {
    ...(canonical && { canonical: addressOf(canonical, row).address }),
    ...(otherLanguages.length > 0 && { alternates: Object.fromEntries(otherLanguages) }),
  };
  return {
    path: address,
    title: filled(title, row),
    search: search && { ...filled(search, row), ...more },
    pattern: path,
    page: { address, parameters, query: '', data: row },
  };
}

/**
 * Pages that are made of rows: those that remotes bring under prefixes that the host grants, and those of data
 * (`rows` of a route). A site that has neither leaves it out of its config, and its pages load nothing of it.
 */
export function createPages<Route extends PageRoute>({
  grants = [],
  routeOf,
}: Options<Route>): RowPages<Route> {
  const routesOfRemotes = (remotePages: RemotePages) =>
    Object.entries(remotePages).flatMap(([app, pages]) =>
      pages.flatMap(({ path, module, title, data, lang, dir, ...search }) => {
        const id = moduleId(app, module);
        const route = routeOf?.({
          title,
          caseSensitive: true,
          module: id,
          remotes: [id],
          path: `/${path.slice(1)}`,
          element: createElement(RemoteSlot, { id }),
          ...(data !== undefined && { rows: data }),
          ...(lang !== undefined && { lang }),
          ...(dir !== undefined && { dir }),
          search: { indexable: true, description: '', ...search },
        });
        return route ?? [];
      }),
    );
  return {
    grants,
    readKnownRows,
    titleOf: ({ path, title, module, page }, { sources, provides }) => {
      if (module === undefined) return title;
      // The title until its module is there, or without it.
      const shownTitle = path === composed.path ? composed.title : title;
      const source = sources.get(module);
      const { module: loaded } = source?.getState() ?? {};
      if (!source || !loaded) return shownTitle;
      try {
        const head = headOf(loaded, propsOf({ ...provides, page }, source.props()));
        return String(Reflect.get(Object(head), 'title') ?? title);
      } catch (error) {
        source.report('render', error);
        return shownTitle;
      }
    },
    slotsOf: (remotePages) =>
      Object.fromEntries(
        Object.entries(remotePages).flatMap(([app, pages]) =>
          pages.map(({ module }) => [
            moduleId(app, module),
            { label: __SITE_LANGUAGE__.texts.page, skeleton: null },
          ]),
        ),
      ),
    routesWithRows: (routes, { remotePages, dataOf }) =>
      [...routes, ...routesOfRemotes(remotePages)].flatMap((route) => {
        if (route.rows === undefined) return [route];
        return dataOf(route).map((row) => ({ ...route, ...pageOfRow(route, row) }));
      }),
  };
}
