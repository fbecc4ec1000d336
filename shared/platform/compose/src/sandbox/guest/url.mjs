import { ask } from './host-functions.mjs';
import { urlParts } from './names.mjs';
import { createPairsClass } from './pairs.mjs';

/* Addresses are read and written outside, by the platform's own URL; here are its classes. */

class URLSearchParams extends createPairsClass('URLSearchParams') {
  get size() {
    return [...this].length;
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
