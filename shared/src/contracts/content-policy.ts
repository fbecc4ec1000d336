/*
 * Context. Pages are plain files that any web server hands out, and a page's policy holds the hashes of its
 * own inline script and styles, which change with every release. A header that carried them would have to
 * be configured anew, and at the same instant, with each publish.
 * Decision. The policy is split. The page's own part stands in the page, in a `<meta>` before anything that
 * it governs (host/src/composer/document.ts). What is the same for every page is here, and is sent as a
 * header as well (scripts/http/headers.ts), so that it holds from the first byte and for a page without a
 * `<meta>`. Browsers enforce both.
 * Consequences. A header with `default-src` or `script-src` would forbid the hashed script, and one with
 * `connect-src` the address that an operator names for signals, since policies only ever narrow each other,
 * so the header leaves these and `style-src` out; read alone it looks incomplete to a scanner.
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
