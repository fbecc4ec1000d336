/* Names of host functions, and of members that guests have: both sides read these lists. */

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

/** Method → the number of its arguments; missing ones are handed on as `undefined`. */
export const valuesOf = {
  format: 1,
  formatToParts: 1,
  formatRange: 2,
  formatRangeToParts: 2,
  resolvedOptions: 0,
  select: 1,
  selectRange: 2,
  of: 1,
  compare: 2,
  segment: 1,
};
/** Methods of RelativeTimeFormat and their parameters, which include the unit. */
export const valuesWithUnit = { ...valuesOf, format: 2, formatToParts: 2 };

export const localeParts = [
  'baseName',
  'calendar',
  'caseFirst',
  'collation',
  'hourCycle',
  'language',
  'numberingSystem',
  'numeric',
  'region',
  'script',
];

/** Methods of dates and of texts that know locales. */
export const dateMethods = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'];
export const caseMethods = ['toLocaleUpperCase', 'toLocaleLowerCase'];
