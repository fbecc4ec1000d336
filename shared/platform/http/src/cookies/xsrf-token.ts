import { randomBytes } from 'node:crypto';
import { xsrfCookieName, xsrfHeaderName } from '@composed/contracts/xsrf';
import { isSameSecret } from './cookie-value';

/** All tokens in a Cookie header. Other apps on this host, or on a parent domain, may have set cookies of the name. */
const tokensIn = (cookieHeader = '') =>
  cookieHeader
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${xsrfCookieName}=`))
    .map((pair) => pair.slice(xsrfCookieName.length + 1));

/** Returns the Set-Cookie value for a token. */
export function xsrfCookie(token: string, secure: boolean, path = '/'): string {
  return `${xsrfCookieName}=${token}; Path=${path}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

const newToken = () => randomBytes(32).toString('base64url');

/**
 * Returns the cookie for a response with a page, which gives the page's later calls a token. It is readable by scripts,
 * since the page copies it into a header (double submit).
 * @param cookieHeader the request's Cookie header
 * @param secure whether visitors reach the site over https
 * @returns a Set-Cookie value, or null when the request already has a token, whoever set it
 */
export function xsrfSetCookie(cookieHeader: string | undefined, secure: boolean): string | null {
  return tokensIn(cookieHeader).length > 0 ? null : xsrfCookie(newToken(), secure);
}

/**
 * Creates a token for a page that requests one, and returns it in a cookie and in a header. The page needs the header
 * where another cookie of the name hides ours, or is HttpOnly. In that case our cookie is limited to the path of one
 * call.
 * @param call the path of that call
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

/** Whether a cookie contains the header's token, percent-encoded or not. */
function isToken(cookie: string, header: string): boolean {
  if (isSameSecret(cookie, header)) return true;
  try {
    return cookie.includes('%') && isSameSecret(decodeURIComponent(cookie), header);
  } catch {
    return false;
  }
}

/**
 * Checks that the sender of a request can read this origin's cookies (double submit).
 * @param header the X-XSRF-TOKEN header
 */
export function xsrfTokensMatch(
  cookieHeader: string | undefined,
  header: string | readonly string[] | undefined,
): boolean {
  if (typeof header !== 'string' || header === '') return false;
  return tokensIn(cookieHeader).some((cookie) => isToken(cookie, header));
}
