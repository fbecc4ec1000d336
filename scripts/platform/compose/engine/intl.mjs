/*
 * What guests may ask of Intl (./guest/intl.mjs): a class, locales and options, a method, and what that is given; all
 * of it data of JSON. Whoever names no locale or time zone gets the same ones on every machine.
 */

const ordinaryLocale = 'en-US';

/** Class → its methods. What differs between the supported versions of Node (DurationFormat) is in none. */
const methods = {
  NumberFormat: ['format', 'formatToParts', 'formatRange', 'formatRangeToParts', 'resolvedOptions'],
  DateTimeFormat: [
    ...['format', 'formatToParts', 'formatRange', 'formatRangeToParts', 'resolvedOptions'],
  ],
  PluralRules: ['select', 'selectRange', 'resolvedOptions'],
  RelativeTimeFormat: ['format', 'formatToParts', 'resolvedOptions'],
  ListFormat: ['format', 'formatToParts', 'resolvedOptions'],
  DisplayNames: ['of', 'resolvedOptions'],
  Collator: ['compare', 'resolvedOptions'],
  Segmenter: ['segment', 'resolvedOptions'],
};

/** Numbers come as text: JSON has no NaN, no Infinity, no -0 and no BigInt. */
const read = (value) =>
  value?.number !== undefined
    ? Number(value.number)
    : value?.bigint !== undefined
      ? BigInt(value.bigint)
      : (value ?? undefined);

const localesOf = (locales) => (locales.length === 0 ? [ordinaryLocale] : locales);

/** Instances by class, locales and options: making one takes a hundred times as long as asking it. */
const made = new Map();

function instanceOf(kind, locales, options) {
  const key = JSON.stringify([kind, locales, options]);
  const known = made.get(key);
  if (known) return known;
  const instance = new Intl[kind](localesOf(locales), options ?? undefined);
  if (made.size > 200) made.clear();
  made.set(key, instance);
  return instance;
}

function askIntl(kind, locales, options, method, values) {
  if (!methods[kind]?.includes(method)) throw new TypeError(`Intl.${kind} has no ${method}.`);
  const found = instanceOf(kind, locales, options)[method](...values.map(read));
  return method === 'segment' ? [...found].map(({ input: _, ...part }) => part) : (found ?? null);
}

const localeParts = [
  ...['baseName', 'calendar', 'caseFirst', 'collation', 'hourCycle', 'language'],
  ...['numberingSystem', 'numeric', 'region', 'script'],
];

/** A locale with all of its parts, and what else it can be. */
function askLocale(tag, options) {
  const locale = new Intl.Locale(tag, options ?? undefined);
  const parts = Object.fromEntries(localeParts.map((name) => [name, locale[name]]));
  const text = String(locale);
  return { ...parts, text, maximal: String(locale.maximize()), minimal: String(locale.minimize()) };
}

/** Methods of numbers, dates and texts that know locales. */
const localeMethods = {
  number: ['toLocaleString'],
  date: ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'toString', 'toTimeString'],
  text: ['toLocaleUpperCase', 'toLocaleLowerCase', 'localeCompare'],
};

function askLocaleMethod(kind, value, method, locales, options, ...before) {
  if (!localeMethods[kind]?.includes(method)) throw new TypeError(`No ${kind} has ${method}.`);
  const self = kind === 'date' ? new Date(read(value) ?? NaN) : read(value);
  return self[method](...before, localesOf(locales), options ?? undefined);
}

export const intlQuestions = {
  intl: askIntl,
  locale: askLocale,
  localeMethod: askLocaleMethod,
  supportedLocales: (kind, locales, options) =>
    Object.hasOwn(methods, kind)
      ? Intl[kind].supportedLocalesOf(locales, options ?? undefined)
      : [],
  canonicalLocales: (locales) => Intl.getCanonicalLocales(locales),
  supportedValues: (key) => Intl.supportedValuesOf(key),
};
