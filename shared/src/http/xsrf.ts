/** The cookie that holds the token; the answer that carries a page sets it. */
export const xsrfCookieName = 'XSRF-TOKEN';
/** The request header that sends the token back. */
export const xsrfHeaderName = 'X-XSRF-TOKEN';

const methodsWithoutToken: readonly string[] = ['GET', 'HEAD'];

/** What the URL standard removes before it reads an address: edges first, then tabs and line breaks. */
const ignoredEdges = /^[\u0000-\u0020]+|[\u0000-\u0020]+$/g; // eslint-disable-line no-control-regex
const ignoredAnywhere = /[\t\n\r]/g;
/** `https:`, `javascript:`, and also `https:host`, which a browser reads as another host or as a path. */
const scheme = /^[a-z][a-z\d+.-]*:/i;
/** `//host`, `/\host`, `\\host`: browsers read a backslash as a slash. */
const host = /^[/\\]{2}/;
/** Visible ASCII: anything else is no legal header value and would make the whole request fail. */
const headerValue = /^[\u0021-\u007e]+$/;

function isRelative(url: string): boolean {
  const read = url.replace(ignoredEdges, '').replace(ignoredAnywhere, '');
  return !scheme.test(read) && !host.test(read);
}

function staysOnOrigin(url: string, base: string): boolean {
  try {
    const own = new URL(base);
    // Opaque origins all read "null" and are never the same.
    return own.origin !== 'null' && new URL(url, own).origin === own.origin;
  } catch {
    return false;
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function readToken(cookies: string): string | null {
  const start = `${xsrfCookieName}=`;
  const found = cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(start));
  const token = found === undefined ? '' : decode(found.slice(start.length));
  return headerValue.test(token) ? token : null;
}

/**
 * The cross-site-request-forgery header of a request: on anything but GET
 * and HEAD, and only when the address is relative by its grammar and still on this origin once
 * resolved. Never throws.
 * @param base address of the page, against which `url` is resolved
 * @param cookies as `document.cookie` gives them
 * @returns the header, or no header at all
 */
export function xsrfHeader(
  method: string,
  url: string,
  base: string,
  cookies: string,
): Readonly<Record<string, string>> {
  if (methodsWithoutToken.includes(method.toUpperCase())) return {};
  if (!isRelative(url) || !staysOnOrigin(url, base)) return {};
  const token = readToken(cookies);
  return token === null ? {} : { [xsrfHeaderName]: token };
}
