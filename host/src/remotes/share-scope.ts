import { provided } from './provided';

/** One version of a shared package in webpack's share scope. */
interface SharedVersion {
  /** Brings the factory of the module. */
  readonly get: () => () => unknown;
  readonly loaded: 1;
  readonly eager: true;
  readonly from: 'host';
}

/** Shared request → version → where it is: webpack's contract between containers. */
export type ShareScope = Record<string, Record<string, SharedVersion>>;

/**
 * The share scope that every remote of this page is initialized with: the host's own copies, loaded
 * already. The federation runtime's part that negotiates versions between many providers is left out
 * of the build (3 KB), since here one app provides and compose has checked the ranges.
 */
export function createShareScope(): ShareScope {
  return Object.fromEntries(
    Object.entries(provided).map(([request, library]) => [
      request,
      {
        [__PROVIDED_VERSIONS__[request] ?? '0.0.0']: {
          get: () => () => library,
          loaded: 1,
          eager: true,
          from: 'host',
        },
      },
    ]),
  );
}
