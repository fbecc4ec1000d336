import { ask } from './host-functions.mjs';
import {
  intlMethods,
  localeParts,
  argumentCounts,
  argumentCountsWithUnit,
} from './intl-methods.mjs';

/* Intl for guests. An instance holds only locales and options. Its methods ask Node's Intl outside of the engine. */

/** Writes a number as text, since JSON has no NaN, Infinity, -0 or BigInt. */
const write = (value) => {
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (typeof value !== 'number') return value;
  return { number: Object.is(value, -0) ? '-0' : String(value) };
};

export const writeLocales = (locales) => {
  if (locales === undefined) return [];
  return (typeof locales === 'string' ? [locales] : Array.from(Object(locales).tag ?? locales)).map(
    String,
  );
};
export const writeOptions = (options) => (options === undefined ? null : { ...options });

const writeNumber = (value) => {
  const primitive = Object(value) === value ? value.valueOf() : value;
  return write(/^(?:string|bigint)$/.test(typeof primitive) ? primitive : Number(primitive));
};
export const writeDate = (value) => write(value === undefined ? Date.now() : Number(value));
const writeList = (list) =>
  Array.from(list, (part) => {
    if (typeof part === 'string') return part;
    throw new TypeError(`Iterable yielded ${String(part)} which is not a string`);
  });

/** Class → a function that writes the arguments of its methods as JSON data. All other classes take texts. */
const writers = {
  NumberFormat: writeNumber,
  DateTimeFormat: writeDate,
  PluralRules: writeNumber,
  RelativeTimeFormat: writeNumber,
  ListFormat: writeList,
};
/** Methods that the standard defines as getters of a bound function, so that `list.map(format)` works. */
const bound = { NumberFormat: 'format', DateTimeFormat: 'format', Collator: 'compare' };

class Segments {
  #input;
  #parts;
  constructor(input, parts) {
    this.#input = input;
    this.#parts = parts.map((part) => ({ ...part, input }));
  }
  containing(index = 0) {
    if (index < 0 || index >= this.#input.length) return undefined;
    return this.#parts.findLast((part) => part.index <= index);
  }
  [Symbol.iterator]() {
    return this.#parts.values();
  }
}

/** Instance → its locales and options. */
const instances = new WeakMap();

function createClass(kind) {
  const create = {
    [kind]: function (locales, options) {
      const worksWithoutNew = kind in bound;
      if (!new.target && !worksWithoutNew)
        throw new TypeError(`Constructor Intl.${kind} requires 'new'`);
      const self = new.target ? this : Object.create(create.prototype);
      instances.set(self, [writeLocales(locales), writeOptions(options)]);
      // Throws for invalid locales and options, as Node's constructor does.
      run(self, 'resolvedOptions', []);
      return self;
    },
  }[kind];
  const run = (self, method, values) => {
    const parts = instances.get(self);
    if (!parts) throw new TypeError(`Intl.${kind}.prototype.${method} called on something else`);
    const { [method]: length } =
      kind === 'RelativeTimeFormat' ? argumentCountsWithUnit : argumentCounts;
    const written = Array.from({ length }, (_, n) => (writers[kind] ?? String)(values[n]));
    const answer = ask('intl', kind, ...parts, { method, values: written });
    return method === 'segment' ? new Segments(String(values[0]), answer) : (answer ?? undefined);
  };
  for (const method of intlMethods[kind]) {
    const functions = new WeakMap();
    const boundGetter = {
      get() {
        if (!functions.has(this)) functions.set(this, (...values) => run(this, method, values));
        return functions.get(this);
      },
    };
    const ordinaryMethod = {
      value(...values) {
        return run(this, method, values);
      },
      writable: true,
    };
    const descriptor = bound[kind] === method ? boundGetter : ordinaryMethod;
    Object.defineProperty(create.prototype, method, { configurable: true, ...descriptor });
  }
  create.prototype[Symbol.toStringTag] = `Intl.${kind}`;
  create.supportedLocalesOf = (locales, options) =>
    ask('supportedLocales', kind, writeLocales(locales), writeOptions(options));
  return create;
}

class Locale {
  #all;
  constructor(tag, options) {
    if (typeof tag !== 'string' && !(tag instanceof Locale)) {
      throw new TypeError("First argument to Intl.Locale constructor can't be empty or missing");
    }
    const { parts, all } = ask('locale', String(tag), writeOptions(options));
    for (const name of localeParts) Object.defineProperty(this, name, { value: parts[name] });
    this.#all = all;
  }
  toString() {
    return this.#all[0];
  }
  maximize() {
    return new Locale(this.#all[1]);
  }
  minimize() {
    return new Locale(this.#all[2]);
  }
}

const kinds = Object.keys(intlMethods);
export const Intl = {
  ...Object.fromEntries(kinds.map((kind) => [kind, createClass(kind)])),
  Locale,
  getCanonicalLocales: (locales) => ask('canonicalLocales', writeLocales(locales)),
  supportedValuesOf: (key) => ask('supportedValues', String(key)),
  [Symbol.toStringTag]: 'Intl',
};
