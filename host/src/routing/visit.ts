import type { Path } from 'react-router-dom';

/** Where a visitor is: one entry of the browser's history, under the site's base path. */
export interface Visit extends Path {
  /** Tells entries of the same address apart; 'default' for one that no script made. */
  readonly key: string;
  /** How the visitor got there: POP is Back, Forward, the first load, or an address typed; PUSH a link. */
  readonly move: 'POP' | 'PUSH';
}

/** '/preview/x/signup' → '/signup'. */
export function pathUnder(basePath: string, pathname: string): string {
  return pathname.slice(basePath.length) || '/';
}

/** The visit according to the browser's address and history entry. */
export function currentVisit(basePath: string, move: Visit['move']): Visit {
  const { pathname, search, hash } = window.location;
  const { key = 'default' } = (window.history.state ?? {}) as { readonly key?: string };
  return { pathname: pathUnder(basePath, pathname), search, hash, key, move };
}

/** A visit to a page that is rendered where there is no browser. */
export function composedVisit(pathname: string): Visit {
  return { pathname, search: '', hash: '', key: 'default', move: 'POP' };
}
