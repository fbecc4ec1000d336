/**
 * The addresses of the embedded sign-in and the store UI behind it, with all that stands below them;
 * what a web server in front hands on.
 */
export const signInPrefixes = ['/redirect', '/oauth2', '/login', '/identity', '/store'] as const;

/** Milliseconds until a real service's answer has to have begun; whoever forwards keeps to them. */
export const upstreamTimeLimits: { readonly subscription: number; readonly manager: number } = {
  subscription: 10_000,
  manager: 30_000,
};

/** Milliseconds until a connection to a real service has to stand. */
export const connectTimeLimit = 5000;

/** Cookies of the embedded sign-in, which are no business of a real service's. */
export const signInCookies = {
  /** Their names begin so: the source of a regular expression. */
  start: '(?:__Host-|__Secure-)?(?:store|identity)_',
  /** Most that a browser sends at a time: three of the provider with their signatures, two of the store. */
  most: 8,
} as const;
