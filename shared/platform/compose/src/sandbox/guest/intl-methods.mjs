/* Names that both sides of the engine use: methods of Intl, and methods that depend on the locale. */

const formats = ['format', 'formatToParts', 'formatRange', 'formatRangeToParts', 'resolvedOptions'];
/** Class of Intl → its methods. Leaves out what differs between the supported versions of Node, such as DurationFormat. */
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

/** Method → the number of its arguments. A missing argument is sent as `undefined`. */
export const argumentCounts = {
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
/** The same for RelativeTimeFormat, whose methods also take the unit. */
export const argumentCountsWithUnit = { ...argumentCounts, format: 2, formatToParts: 2 };

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

/** Methods of Date and String that depend on the locale. */
export const dateMethods = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'];
export const caseMethods = ['toLocaleUpperCase', 'toLocaleLowerCase'];
