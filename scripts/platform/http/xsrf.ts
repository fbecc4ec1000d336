import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { parse } from 'cookie';

/** Set on HTML responses, read by the page's call client (shared/http). */
export const xsrfCookieName = 'XSRF-TOKEN';
export const xsrfHeaderName = 'x-xsrf-token';

/**
 * Tokens of this server (43 characters) and of nginx in its place (its request id), as the source of a
 * regular expression.
 */
export const xsrfTokenForm = '[A-Za-z0-9_-]{32,128}';
const tokenForm = new RegExp(`^${xsrfTokenForm}$`);
const longestToken = 256;

/** The first cookie of that name, as it was sent; null when there is none. */
export function cookieValue(cookieHeader: string | undefined, name: string): string | null {
  return parse(cookieHeader ?? '', { decode: (value) => value })[name] ?? null;
}

/**
 * The cookie that a response with a page sets, so that the page’s later calls have a token. Scripts can read it: the
 * page copies it into a header, which is the whole mechanism.
 * @param cookieHeader the request's Cookie header
 * @param secure whether visitors reach the site over https
 * @returns a Set-Cookie value, or null when the request already has a valid token
 */
export function xsrfSetCookie(cookieHeader: string | undefined, secure: boolean): string | null {
  const present = cookieValue(cookieHeader, xsrfCookieName);
  if (present !== null && tokenForm.test(present)) return null;
  return xsrfCookie(randomBytes(32).toString('base64url'), secure);
}

/** The Set-Cookie value that carries a token. */
export function xsrfCookie(token: string, secure: boolean): string {
  return `${xsrfCookieName}=${token}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that does not tell where the two differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * Whether the request proves that its sender can read this origin's cookies (double submit).
 * @param cookieHeader the request's Cookie header
 * @param header the request's X-XSRF-TOKEN header
 */
export function xsrfTokensMatch(
  cookieHeader: string | undefined,
  header: string | readonly string[] | undefined,
): boolean {
  const cookie = cookieValue(cookieHeader, xsrfCookieName) ?? '';
  if (cookie === '' || cookie.length > longestToken || typeof header !== 'string') return false;
  return isSameSecret(cookie, header);
}
