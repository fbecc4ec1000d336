/** A page that nobody is on. What stays on its origin as well as on our own is a relative address. */
const anotherPage = 'ftp://another.invalid/page/';

const staysOnOrigin = (url: string, page: string) =>
  URL.canParse(url, page) && new URL(url, page).origin === new URL(page).origin;

/**
 * The cross-site-request-forgery header of a request that changes something, only when the address is relative by
 * its grammar and still on this origin once resolved.
 * @param base address of the page, against which `url` is resolved
 * @param cookies as `document.cookie` gives them; the answer with the page has set the token
 * @returns the header, or no header at all
 */
export function xsrfHeader(
  url: string,
  base: string,
  cookies: string,
): Readonly<Record<string, string>> {
  if (![base, anotherPage].every((page) => staysOnOrigin(url, page))) return {};
  const [, token] = /(?:^|;)\s*XSRF-TOKEN=([^;\s]+)/.exec(cookies) ?? [];
  return token === undefined ? {} : { 'X-XSRF-TOKEN': decodeURIComponent(token) };
}
