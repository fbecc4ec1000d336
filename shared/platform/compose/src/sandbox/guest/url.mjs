import { ask } from './host-functions.mjs';
import { pairMethods, urlParts } from './names.mjs';

/* Addresses are read and written outside, by the platform's own URL; here are its classes. */

class URLSearchParams {
  #pairs;
  /** Tells the address that these belong to. */
  #onChange;

  constructor(given = '', onChange = () => undefined) {
    const isList = typeof Object(given)[Symbol.iterator] === 'function';
    const pairsOf = () =>
      Array.from(isList ? given : Object.entries(given), (pair) => Array.from(pair, String));
    ({ pairs: this.#pairs } = ask('pairs', Object(given) === given ? pairsOf() : String(given)));
    this.#onChange = onChange;
  }

  get size() {
    return this.#pairs.length;
  }
  forEach(run, self) {
    for (const [name, value] of this.#pairs) run.call(self, value, name, this);
  }
  entries() {
    return this.#pairs.map((pair) => [...pair]).values();
  }
  keys() {
    return this.#pairs.map(([name]) => name).values();
  }
  values() {
    return this.#pairs.map(([, value]) => value).values();
  }
  [Symbol.iterator]() {
    return this.entries();
  }

  static {
    for (const name of pairMethods) {
      URLSearchParams.prototype[name] = function (...values) {
        const isAnyValue = values[1] === undefined && (name === 'has' || name === 'delete');
        const written = (isAnyValue ? values.slice(0, 1) : values).map(String);
        const { pairs, result } = ask('pairs', this.#pairs, name, written);
        const isChanged = JSON.stringify(pairs) !== JSON.stringify(this.#pairs);
        this.#pairs = pairs;
        if (isChanged) this.#onChange(this);
        return result ?? (name === 'get' ? null : undefined);
      };
    }
  }
}

class URL {
  #parts;
  #searchParams;

  constructor(url, base) {
    this.#parts = ask('url', String(url), base === undefined ? null : String(base));
  }

  static canParse(url, base) {
    try {
      return Boolean(new URL(url, base));
    } catch {
      return false;
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
    for (const name of urlParts) {
      Object.defineProperty(URL.prototype, name, {
        configurable: true,
        enumerable: true,
        get() {
          return this.#parts[name];
        },
        set(value) {
          this.#parts = ask('changeUrl', this.href, name, String(value));
          this.#searchParams = undefined;
        },
      });
    }
  }
}

export const urlGlobals = { URL, URLSearchParams };
