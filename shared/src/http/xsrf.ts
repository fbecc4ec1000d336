import { xsrfCookieName, xsrfHeaderName } from '@composed/contracts/xsrf';

/** An address is relative if it stays on the origin of this page, which nobody is on, as well as on our own. */
const anotherPage = 'ftp://another.invalid/page/';

const staysOnOrigin = (url: string, page: string) =>
  URL.canParse(url, page) && new URL(url, page).origin === new URL(page).origin;

const tokenCookie = new RegExp(`(?:^|;) *${xsrfCookieName}=([^;]*)`);

/** The token from the cookie that came with the page; null for one that no header can hold. */
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
 * The cross-site-request-forgery header of a request that changes something, only when the address is relative by
 * its grammar and still on this origin once resolved. Never throws.
 * @param base address of the page, against which `url` is resolved
 * @param cookies as `document.cookie` gives them
 * @returns the header, or no header at all
 */
export function xsrfHeader(
  url: string,
  base: string,
  cookies: string,
): Readonly<Record<string, string>> {
  if (![base, anotherPage].every((page) => staysOnOrigin(url, page))) return {};
  const token = readToken(cookies);
  return token === null ? {} : { [xsrfHeaderName]: token };
}
