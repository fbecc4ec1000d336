import { createPairsClass, NamedValues } from './pairs.mjs';
import { streamGlobals } from './streams.mjs';
import { textGlobals } from './text.mjs';

/* The parts of calls, though none is made here: https://w3c.github.io/FileAPI and https://fetch.spec.whatwg.org. */

const { TextEncoder, TextDecoder } = textGlobals;

class Headers extends createPairsClass('Headers') {}

class Blob {
  #bytes;
  #type;

  constructor(parts = [], { type = '' } = {}) {
    const all = Array.from(parts, (part) => {
      if (part instanceof Blob) return part.#bytes;
      if (part instanceof ArrayBuffer) return new Uint8Array(part);
      if (!ArrayBuffer.isView(part)) return new TextEncoder().encode(part);
      return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    });
    this.#bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of all) {
      this.#bytes.set(part, at);
      at += part.length;
    }
    this.#type = /[^ -~]/.test(type) ? '' : String(type).toLowerCase();
  }
  get size() {
    return this.#bytes.length;
  }
  get type() {
    return this.#type;
  }
  slice(start, end, type) {
    return new Blob([this.#bytes.subarray(start, end)], { type });
  }
  async arrayBuffer() {
    return this.#bytes.slice().buffer;
  }
  async text() {
    return new TextDecoder().decode(this.#bytes);
  }
  /** @returns {object} */
  stream() {
    const chunk = this.#bytes.slice();
    return new streamGlobals.ReadableStream({
      start: (controller) => {
        if (chunk.length > 0) controller.enqueue(chunk);
        controller.close();
      },
    });
  }
}

class File extends Blob {
  #about;
  constructor(parts, name, options = {}) {
    super(parts, options);
    this.#about = { name: String(name), lastModified: options.lastModified ?? Date.now() };
  }
  get name() {
    return this.#about.name;
  }
  get lastModified() {
    return this.#about.lastModified;
  }
}

/** The entry of a form for a value: a text, or a file. */
function entryOf(value, name) {
  if (!(value instanceof Blob)) return String(value);
  if (value instanceof File && name === undefined) return value;
  return new File([value], name ?? 'blob', { type: value.type });
}

class FormData extends NamedValues {
  #entries = [];

  constructor() {
    super(() => this.#entries);
  }

  append(name, value, fileName) {
    this.#entries.push([String(name), entryOf(value, fileName)]);
  }
  set(name, value, fileName) {
    const entry = [String(name), entryOf(value, fileName)];
    const at = this.#entries.findIndex(([each]) => each === entry[0]);
    if (at < 0) return void this.#entries.push(entry);
    this.#entries = this.#entries.filter(([each], n) => n <= at || each !== entry[0]);
    this.#entries[at] = entry;
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
}

export const formGlobals = { Headers, Blob, File, FormData };
