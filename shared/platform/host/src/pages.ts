import { createElement } from 'react';
import { rowElementId } from '@composed/contracts/page-elements';
import type { Pins } from '@composed/contracts/pins';
import { moduleId } from '@composed/contracts/remote-names';
import { jsonIn } from './page-data';
import { RemoteSlot } from './slots/RemoteSlot';
import type { BroughtPage, BroughtPages, KnownRows, PageRoute, PageRows, Row } from './site-parts';

/** Whether a prefix holds an address: itself, and all below it; '/' is the home page alone. */
const holds = (prefix: string, path: string) => {
  const start = prefix.replace(/\/$/, '');
  return path === prefix || path === start || (start !== '' && path.startsWith(`${start}/`));
};

/** A field of a row as text; '' where it has none, or no text or number. */
function fieldOf(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Text with `{name}` replaced by fields of a row, in whatever holds it. */
function filled<T>(value: T, row: Row): T;
function filled(value: unknown, row: Row): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\}/g, (_, name: string) => fieldOf(row, name));
  if (Array.isArray(value)) return value.map((each: unknown) => filled(each, row));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, row)]));
}

/** The parameters of an address, from a row of data. @throws Error where it has none that can stand there */
function parametersOf({ path, rows = '' }: PageRoute, row: Row): Record<string, string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = names.map((name) => {
    const value = fieldOf(row, name);
    if (/^[\w-][\w.-]*$/.test(value)) return [name, value] as const;
    throw new Error(`a row of "${rows}" has no ${name} that can stand in an address: "${value}"`);
  });
  return Object.fromEntries(parameters);
}

/** The rows of pages that a page's pins bring, and of data the one that made the page itself. */
function knownRows({ remotes }: Pins): KnownRows {
  const { path, row } = jsonIn(rowElementId) as { readonly path?: string; readonly row?: Row };
  return {
    brought: Object.fromEntries(
      Object.entries(remotes).map(([app, { pages = [] }]) => [app, pages]),
    ),
    dataOf: (route) => (row && route.path === path ? [row] : []),
  };
}

interface Options<Route> {
  /** Where remotes bring pages of their own: at an address, and all below it. Nobody else may have a page there. */
  readonly grants?: readonly { readonly prefix: string; readonly app: string }[];
  /** Makes a page that a remote brings one of the host's routes; needed where any is granted. */
  readonly routeOf?: (page: BroughtPage) => Route;
}

/**
 * Pages that are made of rows: those that remotes bring under prefixes that the host grants, and those of data
 * (`rows` of a route). A site that has neither leaves it out of its parts, and its pages load nothing of it.
 */
export function createPages<Route extends PageRoute>({
  grants = [],
  routeOf,
}: Options<Route>): PageRows<Route> {
  const routesOfRemotes = (brought: BroughtPages) =>
    Object.entries(brought).flatMap(([app, pages]) =>
      pages.flatMap(({ path, module, title, data, ...search }) => {
        const id = moduleId(app, module);
        const { description = '', indexable = true, structuredData } = search;
        const route = routeOf?.({
          ...{ path, title, caseSensitive: true, module: id, remotes: [id] },
          element: createElement(RemoteSlot, { id }),
          ...(data !== undefined && { rows: data }),
          search: { indexable, description, ...(structuredData && { structuredData }) },
        });
        return route ?? [];
      }),
    );
  return {
    knownRows,
    placesOf: (brought) =>
      Object.fromEntries(
        Object.entries(brought).flatMap(([app, pages]) =>
          pages.map(({ module }) => [
            moduleId(app, module),
            { label: 'This page', skeleton: null },
          ]),
        ),
      ),
    pagesOf: (routes, { brought, dataOf }) =>
      [...routes, ...routesOfRemotes(brought)].flatMap((route) => {
        const { path, title, search, rows } = route;
        if (rows === undefined) return [route];
        return dataOf(route).map((row) => {
          const parameters = parametersOf(route, row);
          const address = path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? '');
          return {
            ...{ ...route, path: address, title: filled(title, row), search: filled(search, row) },
            ...{ pattern: path, page: { address, parameters, data: row } },
          };
        });
      }),
    problemsOf: (brought, host) => {
      const problems = grants.flatMap(({ prefix, app }, n) => {
        const other = grants.slice(0, n).find((each) => {
          return holds(each.prefix, prefix) || holds(prefix, each.prefix);
        });
        const reason = `grants ${other?.prefix} to ${other?.app} and ${prefix} to ${app}, where one holds the other`;
        return other ? [{ app: 'host', reason }] : [];
      });
      const own = Object.entries(brought).flatMap(([app, pages]) =>
        pages.flatMap(({ path }) => {
          const granted = grants.find(({ prefix }) => holds(prefix, path));
          if (granted?.app === app) return [];
          const instead = granted ? `that to ${granted.app}` : 'that to nobody';
          return [{ app, reason: `brings a page at ${path}, and ${host} grants ${instead}` }];
        }),
      );
      return [...problems, ...own];
    },
  };
}
