/** How the visitor got there: POP is Back, Forward, the first load, or an address typed. */
export type Move = 'POP' | 'PUSH' | 'REPLACE';

/** Where a visitor is: one entry of the browser's history, under the site's base path. */
export interface Visit {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** Tells entries of the same address apart; 'default' for one that no script made. */
  readonly key: string;
  readonly move: Move;
}

/** '/preview/x/signup' → '/signup'. */
export function pathUnder(basePath: string, pathname: string): string {
  return pathname.slice(basePath.length) || '/';
}

function keyOf(state: unknown): string {
  const key: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'key') : undefined;
  return typeof key === 'string' ? key : 'default';
}

/** The visit according to the browser's address and history entry. */
export function currentVisit(basePath: string, move: Move): Visit {
  const { pathname, search, hash } = window.location;
  return {
    pathname: pathUnder(basePath, pathname),
    search,
    hash,
    key: keyOf(window.history.state),
    move,
  };
}

/** A visit to a page that is rendered where there is no browser. */
export function composedVisit(pathname: string): Visit {
  return { pathname, search: '', hash: '', key: 'default', move: 'POP' };
}
