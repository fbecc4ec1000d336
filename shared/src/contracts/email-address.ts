/** Characters that copying leaves around and inside an address: zero-width blanks, soft hyphens, marks of direction. */
const invisible = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;

/**
 * The HTML standard's "valid email address", with letters, marks and digits of every script before the @, and with
 * any text after it that a URL cannot read as something else than a host.
 */
const parts = /^([\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+)@([^%\s]+)$/u;
const host = /^http:\/\/((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+)a\/$/;

/**
 * Reads an e-mail address as people bring it: with blanks and invisible marks, after `mailto:`, in angle brackets, in
 * full-width letters.
 * @returns the address to show and to send, and the one to store, whose domain has one spelling (RFC 5891); null for
 *   other text. remote-signup/README.md says where international addresses end.
 */
export function readEmailAddress(text: string) {
  const shownAddress = text
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/^[^<>]*<([^<>]*)>[^<>]*$/, '$1')
    .trim()
    .replace(/^mailto:([^?]*)(?:\?[^]*)?$/i, '$1');
  const [, local = '', domain = ''] = parts.exec(shownAddress) ?? [];
  // With a label after it, a number is not read as an IP address.
  const url = `http://${domain}.a`;
  const [, name] = host.exec(URL.canParse(url) ? new URL(url).href : '') ?? [];
  return name === undefined
    ? null
    : { shown: shownAddress, stored: `${local}@${name.slice(0, -1)}` };
}
