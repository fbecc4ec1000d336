import { ask } from './door.mjs';

/* Addresses are read and written outside, by the platform's own URL; here are its classes. */

class URLSearchParams {
  #pairs = [];
  /** Tells the address that these belong to. */
  #onChange = () => undefined;

  constructor(given = '', onChange) {
    if (Object(given) !== given) this.#pairs = ask('pairs', String(given));
    else {
      const pairs = typeof given[Symbol.iterator] === 'function' ? given : Object.entries(given);
      this.#pairs = [...pairs].map(([name, value]) => [String(name), String(value)]);
    }
    if (onChange) this.#onChange = onChange;
  }

  #change(pairs) {
    this.#pairs = pairs;
    this.#onChange(this);
  }

  get size() {
    return this.#pairs.length;
  }
  append(name, value) {
    this.#change([...this.#pairs, [String(name), String(value)]]);
  }
  delete(name, ...value) {
    this.#change(this.#pairs.filter((pair) => !isMeant(pair, name, value)));
  }
  get(name) {
    return this.#pairs.find((pair) => isMeant(pair, name))?.[1] ?? null;
  }
  getAll(name) {
    return this.#pairs.filter((pair) => isMeant(pair, name)).map(([, value]) => value);
  }
  has(name, ...value) {
    return this.#pairs.some((pair) => isMeant(pair, name, value));
  }
  set(name, value) {
    const at = this.#pairs.findIndex((pair) => isMeant(pair, name));
    const others = this.#pairs.filter((pair) => !isMeant(pair, name));
    const place = at < 0 ? others.length : at;
    this.#change(others.toSpliced(place, 0, [String(name), String(value)]));
  }
  sort() {
    this.#change(this.#pairs.toSorted(([a], [b]) => Number(a > b) - Number(a < b)));
  }
  forEach(run, self) {
    for (const [name, value] of this) run.call(self, value, name, this);
  }
  *entries() {
    for (const pair of this.#pairs) yield [...pair];
  }
  *keys() {
    for (const [name] of this.#pairs) yield name;
  }
  *values() {
    for (const [, value] of this.#pairs) yield value;
  }
  [Symbol.iterator]() {
    return this.entries();
  }
  toString() {
    return ask('query', this.#pairs);
  }
}

const isMeant = (pair, name, [value] = []) =>
  pair[0] === String(name) && (value === undefined || pair[1] === String(value));

class URL {
  #parts;
  #searchParams;

  constructor(url, base) {
    this.#parts = ask('url', String(url), base === undefined ? null : String(base));
  }

  static canParse(url, base) {
    return URL.parse(url, base) !== null;
  }
  static parse(url, base) {
    try {
      return new URL(url, base);
    } catch {
      return null;
    }
  }

  get searchParams() {
    this.#searchParams ??= new URLSearchParams(this.search, (params) => {
      this.#parts = ask('changeUrl', this.href, 'search', String(params));
    });
    return this.#searchParams;
  }
  toString() {
    return this.href;
  }
  toJSON() {
    return this.href;
  }

  static {
    const read = (url, name) => url.#parts[name];
    const write = (url, name, value) => {
      url.#parts = ask('changeUrl', url.href, name, String(value));
      url.#searchParams = undefined;
    };
    for (const name of [
      ...['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname'],
      ...['port', 'pathname', 'search', 'hash'],
    ]) {
      Object.defineProperty(URL.prototype, name, {
        configurable: true,
        enumerable: true,
        get() {
          return read(this, name);
        },
        set:
          name === 'origin'
            ? undefined
            : function set(value) {
                write(this, name, value);
              },
      });
    }
  }
}

export const urlGlobals = { URL, URLSearchParams };
