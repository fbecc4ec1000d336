import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { xsrfCookieName, xsrfHeaderName } from '@composed/contracts/xsrf';
import { parse } from 'cookie';

/** The first cookie of that name, as it was sent; null when there is none. */
export function cookieValue(cookieHeader: string | undefined, name: string): string | null {
  return parse(cookieHeader ?? '', { decode: (value) => value })[name] ?? null;
}

/** Every token among the cookies. Other apps of this host, and of the domains above it, may have set some. */
const tokensIn = (cookieHeader = '') =>
  cookieHeader
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${xsrfCookieName}=`))
    .map((pair) => pair.slice(xsrfCookieName.length + 1));

/** The Set-Cookie value that carries a token. */
export function xsrfCookie(token: string, secure: boolean, path = '/'): string {
  return `${xsrfCookieName}=${token}; Path=${path}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

const newToken = () => randomBytes(32).toString('base64url');

/**
 * The cookie that a response with a page sets, so that the page’s later calls have a token. Scripts can read it: the
 * page copies it into a header, which is the whole mechanism.
 * @param cookieHeader the request's Cookie header
 * @param secure whether visitors reach the site over https
 * @returns a Set-Cookie value, or null when the request brings a token, whoever has set it
 */
export function xsrfSetCookie(cookieHeader: string | undefined, secure: boolean): string | null {
  return tokensIn(cookieHeader).length > 0 ? null : xsrfCookie(newToken(), secure);
}

/**
 * A new token for a page that asks for one. A header carries it as well, which only this origin can read: another cookie
 * of the name may come before ours, or be closed to scripts. Beside such a cookie, ours is limited to one call.
 * @param call path of that call
 */
export function xsrfResponseHeaders(
  cookieHeader: string | undefined,
  secure: boolean,
  call: string,
) {
  const token = newToken();
  const path = tokensIn(cookieHeader).length > 0 ? call : '/';
  return { 'Set-Cookie': xsrfCookie(token, secure, path), [xsrfHeaderName]: token };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that does not tell where the two differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** Whether a cookie holds the token of a header, plainly or percent-encoded. */
function isToken(cookie: string, header: string): boolean {
  if (isSameSecret(cookie, header)) return true;
  try {
    return cookie.includes('%') && isSameSecret(decodeURIComponent(cookie), header);
  } catch {
    return false;
  }
}

/**
 * Whether a request proves that its sender can read this origin's cookies (double submit).
 * @param cookieHeader its Cookie header
 * @param header its X-XSRF-TOKEN header
 */
export function xsrfTokensMatch(
  cookieHeader: string | undefined,
  header: string | readonly string[] | undefined,
): boolean {
  if (typeof header !== 'string' || header === '') return false;
  return tokensIn(cookieHeader).some((cookie) => isToken(cookie, header));
}
