/* Forms, files and headers. The polyfills are less strict than their standards, and these classes correct them. */

import { Blob, File } from 'formdata-node';
import * as lenient from 'headers-polyfill';

const type = Object.getOwnPropertyDescriptor(Blob.prototype, 'type');
Object.defineProperty(Blob.prototype, 'type', {
  ...type,
  get() {
    return type.get.call(this).toLowerCase();
  },
});

/** @returns a text or a file */
function entryOf(value, name) {
  if (!(value instanceof Blob)) return String(value);
  if (value instanceof File && name === undefined) return value;
  return new File([value], name ?? 'blob', { type: value.type });
}

/** FormData of formdata-node does not keep the order of its entries. */
class FormData {
  #entries = [];
  [Symbol.toStringTag] = 'FormData';

  append(name, value, fileName) {
    this.#entries.push([String(name), entryOf(value, fileName)]);
  }
  set(name, value, fileName) {
    const entry = [String(name), entryOf(value, fileName)];
    const first = this.#entries.findIndex(([each]) => each === entry[0]);
    if (first < 0) return void this.#entries.push(entry);
    this.#entries = this.#entries.filter(([each], n) => n <= first || each !== entry[0]);
    this.#entries[first] = entry;
  }
  get(name) {
    return this.getAll(name)[0] ?? null;
  }
  getAll(name) {
    return this.#entries.flatMap(([each, value]) => (each === String(name) ? [value] : []));
  }
  has(name) {
    return this.#entries.some(([each]) => each === String(name));
  }
  delete(name) {
    this.#entries = this.#entries.filter(([each]) => each !== String(name));
  }
  forEach(run, self) {
    for (const [name, value] of this) run.call(self, value, name, this);
  }
  *entries() {
    for (const [name, value] of this.#entries) yield [name, value];
  }
  *keys() {
    for (const [name] of this) yield name;
  }
  *values() {
    for (const [, value] of this) yield value;
  }
  [Symbol.iterator]() {
    return this.entries();
  }
}

const checkHeader = (name, value) => {
  if (/^[!#$%&'*+\-.^_`|~\w]+$/.test(name) && !/[\0\r\n]/.test(value)) return;
  throw new TypeError(`"${name}: ${value}" is no header.`);
};

/** Headers of headers-polyfill silently drops invalid names and values. */
class Headers extends lenient.Headers {
  constructor(init = []) {
    if (Object(init) !== init) throw new TypeError(`${String(init)} holds no headers.`);
    super(init);
  }
  append(name, value) {
    const trimmed = String(value).trim();
    checkHeader(name, trimmed);
    super.append(name, trimmed);
  }
  set(name, value) {
    const trimmed = String(value).trim();
    checkHeader(name, trimmed);
    super.set(name, trimmed);
  }
}

export { Blob, File, FormData, Headers };
