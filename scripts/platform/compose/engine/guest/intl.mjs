import { ask } from './door.mjs';

/*
 * Intl, answered outside by the real one from text alone. A class here holds locales and options; each of its
 * methods asks with them.
 */

/** Numbers as text: JSON has no NaN, no Infinity, no -0 and no BigInt. */
export const write = (value) => {
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (typeof value !== 'number') return String(value);
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
  return write(
    typeof primitive === 'string'
      ? primitive
      : typeof primitive === 'bigint'
        ? primitive
        : Number(primitive),
  );
};
const writeDate = (value) => write(value === undefined ? Date.now() : Number(value));
const writeList = (list) =>
  Array.from(list, (part) => {
    if (typeof part === 'string') return part;
    throw new TypeError(`Iterable yielded ${String(part)} which is not a string`);
  });

/** Class → its methods, each with how what it is given is written. */
const kinds = {
  NumberFormat: {
    format: [writeNumber],
    formatToParts: [writeNumber],
    formatRange: [writeNumber, writeNumber],
    formatRangeToParts: [writeNumber, writeNumber],
  },
  DateTimeFormat: {
    format: [writeDate],
    formatToParts: [writeDate],
    formatRange: [writeDate, writeDate],
    formatRangeToParts: [writeDate, writeDate],
  },
  PluralRules: { select: [writeNumber], selectRange: [writeNumber, writeNumber] },
  RelativeTimeFormat: { format: [writeNumber, String], formatToParts: [writeNumber, String] },
  ListFormat: { format: [writeList], formatToParts: [writeList] },
  DisplayNames: { of: [String] },
  Collator: { compare: [String, String] },
  Segmenter: { segment: [String] },
};
/** Methods that are read as functions of their own, such as for `list.map(format)`. */
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

/** Made → what it was made of. */
const given = new WeakMap();

function createClass(kind) {
  const create = {
    [kind]: function (locales, options) {
      const isOld = kind in bound;
      if (!new.target && !isOld) throw new TypeError(`Constructor Intl.${kind} requires 'new'`);
      const self = new.target ? this : Object.create(create.prototype);
      given.set(self, [writeLocales(locales), writeOptions(options)]);
      // Whatever is wrong with them is thrown now.
      askOf(self, 'resolvedOptions');
      return self;
    },
  }[kind];
  const askOf = (self, method, ...values) => {
    const made = given.get(self);
    if (!made)
      throw new TypeError(
        `Method Intl.${kind}.prototype.${method} called on incompatible receiver`,
      );
    return ask('intl', kind, ...made, method, values);
  };
  const define = (name, descriptor) =>
    Object.defineProperty(create.prototype, name, { configurable: true, ...descriptor });
  for (const [method, writers] of Object.entries({ ...kinds[kind], resolvedOptions: [] })) {
    const run = (self, values) => {
      const answer = askOf(self, method, ...writers.map((writer, at) => writer(values[at])));
      if (method === 'segment') return new Segments(String(values[0]), answer);
      return answer ?? undefined;
    };
    if (bound[kind] === method) {
      const functions = new WeakMap();
      define(method, {
        get() {
          if (!functions.has(this)) functions.set(this, (...values) => run(this, values));
          return functions.get(this);
        },
      });
    } else {
      const value = {
        [method](...values) {
          return run(this, values);
        },
      }[method];
      define(method, { value, writable: true });
    }
  }
  define(Symbol.toStringTag, { value: `Intl.${kind}` });
  create.supportedLocalesOf = (locales, options) =>
    ask('supportedLocales', kind, writeLocales(locales), writeOptions(options));
  return create;
}

class Locale {
  #parts;
  constructor(tag, options) {
    if (typeof tag !== 'string' && !(tag instanceof Locale)) {
      throw new TypeError("First argument to Intl.Locale constructor can't be empty or missing");
    }
    this.#parts = ask('locale', String(tag), writeOptions(options));
  }
  toString() {
    return this.#parts.text;
  }
  maximize() {
    return new Locale(this.#parts.maximal);
  }
  minimize() {
    return new Locale(this.#parts.minimal);
  }
  static {
    const names = [
      ...['baseName', 'calendar', 'caseFirst', 'collation', 'hourCycle', 'language'],
      ...['numberingSystem', 'numeric', 'region', 'script'],
    ];
    const read = (locale, name) => locale.#parts[name];
    for (const name of names) {
      Object.defineProperty(Locale.prototype, name, {
        configurable: true,
        get() {
          return read(this, name);
        },
      });
    }
    Object.defineProperty(Locale.prototype, Symbol.toStringTag, { value: 'Intl.Locale' });
  }
}

export const Intl = {
  ...Object.fromEntries(Object.keys(kinds).map((kind) => [kind, createClass(kind)])),
  Locale,
  getCanonicalLocales: (locales) => ask('canonicalLocales', writeLocales(locales)),
  supportedValuesOf: (key) => ask('supportedValues', String(key)),
  [Symbol.toStringTag]: 'Intl',
};
