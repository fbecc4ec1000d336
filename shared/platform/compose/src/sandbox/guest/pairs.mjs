import { ask } from './host-functions.mjs';
import { pairMethods } from './names.mjs';

/** Pairs of names and values that are read one after the other. */
export class NamedValues {
  #read;

  /** @param {() => Array<[string, unknown]>} read */
  constructor(read) {
    this.#read = read;
  }
  forEach(run, self) {
    for (const [name, value] of this.#read()) run.call(self, value, name, this);
  }
  entries() {
    return this.#read()
      .map((entry) => [...entry])
      .values();
  }
  keys() {
    return this.#read()
      .map(([name]) => name)
      .values();
  }
  values() {
    return this.#read()
      .map(([, value]) => value)
      .values();
  }
  [Symbol.iterator]() {
    return this.entries();
  }
}

/**
 * A class of named values, which Node's own of that name reads and changes outside.
 * @param {'URLSearchParams' | 'Headers'} kind
 * @returns {new (...given: unknown[]) => Iterable<[string, string]>}
 */
export function createPairsClass(kind) {
  class Pairs extends NamedValues {
    #pairs;
    /** Tells what these belong to. */
    #onChange;

    constructor(init = [], onChange = () => undefined) {
      super(() => this.#pairs);
      const isList = typeof Object(init)[Symbol.iterator] === 'function';
      const pairsOf = () =>
        Array.from(isList ? init : Object.entries(init), (pair) => Array.from(pair, String));
      const written = Object(init) === init ? pairsOf() : String(init);
      ({ pairs: this.#pairs } = ask('pairs', kind, written));
      this.#onChange = onChange;
    }

    static {
      for (const name of pairMethods[kind]) {
        Pairs.prototype[name] = function (...values) {
          const isAnyValue = values[1] === undefined && (name === 'has' || name === 'delete');
          const written = (isAnyValue ? values.slice(0, 1) : values).map(String);
          const { pairs, result } = ask('pairs', kind, this.#pairs, name, written);
          const isChanged = JSON.stringify(pairs) !== JSON.stringify(this.#pairs);
          this.#pairs = pairs;
          if (isChanged) this.#onChange(this);
          return result ?? (name === 'get' ? null : undefined);
        };
      }
    }
  }
  return Pairs;
}
