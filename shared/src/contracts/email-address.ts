/** Invisible characters that a copied address may contain: zero-width spaces, soft hyphens, direction marks. */
const invisible = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;

/**
 * Matches the HTML standard's "valid email address", except that the local part may contain letters, marks and digits
 * of every script, and that the domain may be any text without blanks and percent signs, which `host` checks.
 */
const parts = /^([\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+)@([^%\s]+)$/u;
const host = /^http:\/\/((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+)a\/$/;

/**
 * Parses an e-mail address as people type or paste it. Removes spaces around it, invisible characters, `mailto:` and
 * angle brackets, and converts full-width letters.
 * @returns `shown`, the address to show and to send, and `stored`, the same with its domain in ASCII (RFC 5891); null
 *   if the text is not an address. remote-signup/README.md describes the limits for international addresses.
 */
export function readEmailAddress(text: string) {
  const shownAddress = text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/^[^<>]*<([^<>]*)>[^<>]*$/, '$1')
    .trim()
    .replace(/^mailto:([^?]*)(?:\?[^]*)?$/i, '$1');
  const [, local = '', domain = ''] = parts.exec(shownAddress) ?? [];
  // The URL parser reads a host that ends in a number as an IPv4 address. The label `a` at the end prevents that.
  const url = `http://${domain}.a`;
  const [, name] = host.exec(URL.canParse(url) ? new URL(url).href : '') ?? [];
  return name === undefined
    ? null
    : { shown: shownAddress, stored: `${local}@${name.slice(0, -1)}` };
}
