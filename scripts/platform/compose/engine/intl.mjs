/*
 * What guests may ask of Intl (./guest/intl.mjs): a class, locales and options, a method, and what that is given; all
 * of it data of JSON. Whoever names no locale or time zone gets the same ones on every machine.
 */
import { caseMethods, dateMethods, intlMethods, localeParts } from './guest/names.mjs';

const ordinaryLocale = 'en-US';

/** Numbers come as text: JSON has no NaN, no Infinity, no -0 and no BigInt. */
const read = (value) =>
  value?.number !== undefined
    ? Number(value.number)
    : value?.bigint !== undefined
      ? BigInt(value.bigint)
      : value;

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
  if (!intlMethods[kind]?.includes(method)) throw new TypeError(`Intl.${kind} has no ${method}.`);
  const found = instanceOf(kind, locales, options)[method](...values.map(read));
  return method === 'segment' ? [...found].map(({ input: _, ...part }) => part) : (found ?? null);
}

/** A locale with all of its parts, and what else it can be. */
function askLocale(tag, options) {
  const locale = new Intl.Locale(tag, options ?? undefined);
  const parts = Object.fromEntries(localeParts.map((name) => [name, locale[name]]));
  return { parts, all: [locale, locale.maximize(), locale.minimize()].map(String) };
}

/** @param value a text, or a number for a date */
function askLocaleMethod(value, method, locales, options) {
  const known = typeof value === 'string' ? caseMethods : dateMethods;
  if (!known.includes(method)) throw new TypeError(`There is no ${method}.`);
  const self = typeof value === 'string' ? value : new Date(read(value));
  return self[method](localesOf(locales), options ?? undefined);
}

export const intlQuestions = {
  intl: askIntl,
  locale: askLocale,
  localeMethod: askLocaleMethod,
  supportedLocales: (kind, locales, options) =>
    Object.hasOwn(intlMethods, kind)
      ? Intl[kind].supportedLocalesOf(locales, options ?? undefined)
      : [],
  canonicalLocales: (locales) => Intl.getCanonicalLocales(locales),
  supportedValues: (key) => Intl.supportedValuesOf(key),
};
