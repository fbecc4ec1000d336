/** Visible ASCII: anything else is no legal header value and would make the whole request fail. */
const headerValue = /^[\u0021-\u007e]+$/;

function staysOnOrigin(url: string, base: string): boolean {
  if (!URL.canParse(url, base)) return false;
  const { origin } = new URL(base);
  // Opaque origins all read "null" and are never the same.
  return origin !== 'null' && new URL(url, base).origin === origin;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The token from the cookie that the answer with the page has set. */
function readToken(cookies: string): string | null {
  const [, value = ''] = /(?:^|;)\s*XSRF-TOKEN=([^;]*)/.exec(cookies) ?? [];
  const token = decode(value.trim());
  return headerValue.test(token) ? token : null;
}

/** A page that nobody is on. What stays on its origin as well as on our own is a relative address. */
const anotherPage = 'ftp://another.invalid/page/';

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
  return token === null ? {} : { 'X-XSRF-TOKEN': token };
}
