/*
 * The policy is split. A page's own part, with the hashes of its inline script and styles, stands in its `<meta>`
 * (host/src/composer/document.ts), since pages are plain files. What is the same for every page is here, and is sent
 * as a header as well (scripts/http/headers.ts), from the first byte and for a page without a `<meta>`. Browsers
 * enforce both, so a header with `default-src`, `script-src`, `style-src` or `connect-src` would forbid what a page
 * lets through.
 */

/** What every page may do, whatever its releases: the part that the header and the `<meta>` share. */
export const everyPage = {
  // `data:` for the empty icon that a page names until its first paint.
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'require-trusted-types-for': ["'script'"],
};

/** The text of a policy, as a header or a `<meta>` carries it. */
export function formatPolicy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
