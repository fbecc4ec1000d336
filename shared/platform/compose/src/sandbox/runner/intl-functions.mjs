/*
 * Host functions for the guests' Intl (../guest/intl.mjs). A call has a class, locales, options, a method and its
 * arguments, all as JSON data. The default locale and time zone are the same on every machine.
 */
import * as v from 'valibot';
import {
  caseMethods,
  dateMethods,
  intlMethods,
  localeParts,
  argumentCounts,
  argumentCountsWithUnit,
} from '../guest/intl-methods.mjs';

const ordinaryLocale = 'en-US';

/** Numbers are sent as text, since JSON has no NaN, Infinity, -0 or BigInt. */
const number = v.pipe(
  v.strictObject({ number: v.string() }),
  v.transform((value) => Number(value.number)),
);
const bigint = v.pipe(
  v.strictObject({ bigint: v.string() }),
  v.transform((value) => BigInt(value.bigint)),
);
const anyNumber = v.union([v.string(), number, bigint]);
const localesSchema = v.array(v.string());
const options = v.nullable(
  v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
);

/**
 * Class → the schema of its methods' arguments. All other classes take texts. DateTimeFormat requires a date, since it
 * would format the current time without one.
 */
const schemas = {
  NumberFormat: anyNumber,
  DateTimeFormat: number,
  PluralRules: anyNumber,
  RelativeTimeFormat: anyNumber,
  ListFormat: v.array(v.string()),
};

const localesOf = (locales) => (locales.length === 0 ? [ordinaryLocale] : locales);

/** Cached instances by class, locales and options. To create one takes a hundred times as long as to call it. */
const instances = new Map();

function instanceOf(kind, locales, optional) {
  const key = JSON.stringify([kind, locales, optional]);
  const known = instances.get(key);
  if (known) return known;
  const instance = new Intl[kind](localesOf(locales), optional ?? undefined);
  if (instances.size > 200) instances.clear();
  instances.set(key, instance);
  return instance;
}

function answerIntl(kind, locales, optional, { method, values }) {
  if (!intlMethods[kind].includes(method)) throw new TypeError(`Intl.${kind} has no ${method}.`);
  const { [method]: length } =
    kind === 'RelativeTimeFormat' ? argumentCountsWithUnit : argumentCounts;
  const schema = v.pipe(v.array(schemas[kind] ?? v.string()), v.length(length));
  const result = instanceOf(kind, locales, optional)[method](...v.parse(schema, values));
  return method === 'segment' ? [...result].map(({ input: _, ...part }) => part) : (result ?? null);
}

/** Returns a locale with all of its properties. */
function answerLocale(tag, optional) {
  const locale = new Intl.Locale(tag, optional ?? undefined);
  const parts = Object.fromEntries(localeParts.map((name) => [name, locale[name]]));
  return { parts, all: [locale, locale.maximize(), locale.minimize()].map(String) };
}

/** @param value a text, or a number for a date */
function answerLocaleMethod(value, method, locales, optional) {
  const known = typeof value === 'string' ? caseMethods : dateMethods;
  if (!known.includes(method)) throw new TypeError(`There is no ${method}.`);
  const self = typeof value === 'string' ? value : new Date(value);
  return self[method](localesOf(locales), optional ?? undefined);
}

const kind = v.picklist(Object.keys(intlMethods));
const call = v.strictObject({ method: v.string(), values: v.array(v.unknown()) });

export const intlFunctions = {
  intl: [[kind, localesSchema, options, call], answerIntl],
  locale: [[v.string(), options], answerLocale],
  localeMethod: [
    [v.union([v.string(), number]), v.string(), localesSchema, options],
    answerLocaleMethod,
  ],
  supportedLocales: [
    [kind, localesSchema, options],
    (name, locales, optional) => Intl[name].supportedLocalesOf(locales, optional ?? undefined),
  ],
  canonicalLocales: [[localesSchema], (locales) => Intl.getCanonicalLocales(locales)],
  supportedValues: [[v.string()], (key) => Intl.supportedValuesOf(key)],
};
