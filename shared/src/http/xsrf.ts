import { xsrfCookieName, xsrfHeaderName } from '@composed/contracts/xsrf';

/** Base URL that shows whether a URL is relative: a relative URL resolves to the origin of any base. */
const probeBase = 'ftp://another.invalid/page/';

const staysOnOrigin = (url: string, page: string) =>
  URL.canParse(url, page) && new URL(url, page).origin === new URL(page).origin;

const tokenCookie = new RegExp(`(?:^|;) *${xsrfCookieName}=([^;]*)`);

/** Returns the token from the XSRF cookie, or null if there is none or a header cannot contain it. */
function readToken(cookies: string): string | null {
  const [, value = ''] = tokenCookie.exec(cookies) ?? [];
  try {
    const token = decodeURIComponent(value.trim());
    return /^[\u0021-\u007e]+$/.test(token) ? token : null;
  } catch {
    return null;
  }
}

/**
 * Returns the XSRF header for a request that changes something. Never throws.
 * @param base URL of the page, against which `url` is resolved
 * @param cookies in the format of `document.cookie`
 * @returns an empty object if there is no token, or if `url` is not a relative URL of the page's origin
 */
export function xsrfHeader(
  url: string,
  base: string,
  cookies: string,
): Readonly<Record<string, string>> {
  if (![base, probeBase].every((page) => staysOnOrigin(url, page))) return {};
  const token = readToken(cookies);
  return token === null ? {} : { [xsrfHeaderName]: token };
}
