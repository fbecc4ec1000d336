/* What a guest has a method or a part of for, and the outside an answer: both sides read these lists. */

/** Of an address. */
export const urlParts = [
  ...['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname'],
  ...['port', 'pathname', 'search', 'hash'],
];

/** Of the pairs in an address. */
export const pairMethods = ['append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'toString'];

const formats = ['format', 'formatToParts', 'formatRange', 'formatRangeToParts', 'resolvedOptions'];
/** Class of Intl → its methods. What differs between the supported versions of Node (DurationFormat) is in none. */
export const intlMethods = {
  NumberFormat: formats,
  DateTimeFormat: formats,
  PluralRules: ['select', 'selectRange', 'resolvedOptions'],
  RelativeTimeFormat: ['format', 'formatToParts', 'resolvedOptions'],
  ListFormat: ['format', 'formatToParts', 'resolvedOptions'],
  DisplayNames: ['of', 'resolvedOptions'],
  Collator: ['compare', 'resolvedOptions'],
  Segmenter: ['segment', 'resolvedOptions'],
};

export const localeParts = [
  ...['baseName', 'calendar', 'caseFirst', 'collation', 'hourCycle', 'language'],
  ...['numberingSystem', 'numeric', 'region', 'script'],
];

/** Methods of dates and of texts that know locales. */
export const dateMethods = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'];
export const caseMethods = ['toLocaleUpperCase', 'toLocaleLowerCase'];
