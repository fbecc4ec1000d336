import { ask } from './door.mjs';

/* UTF-8, as https://encoding.spec.whatwg.org has it. */

const replacement = 0xfffd;

class TextEncoder {
  get encoding() {
    return 'utf-8';
  }

  encode(given = '') {
    const text = String(given);
    const bytes = new Uint8Array(text.length * 3);
    return bytes.slice(0, this.encodeInto(text, bytes).written);
  }

  encodeInto(given, bytes) {
    const text = String(given);
    const { length } = text;
    const room = bytes.length;
    let read = 0;
    let written = 0;
    while (read < length) {
      let code = text.charCodeAt(read);
      if (code < 0x80) {
        if (written === room) break;
        bytes[written++] = code;
        read += 1;
        continue;
      }
      code = text.codePointAt(read);
      if (code >= 0xd800 && code <= 0xdfff) code = replacement;
      const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
      if (written + more >= room) break;
      bytes[written++] = [0, 0xc0, 0xe0, 0xf0][more] | (code >> (6 * more));
      for (let left = more - 1; left >= 0; left -= 1) {
        bytes[written++] = 0x80 | ((code >> (6 * left)) & 0x3f);
      }
      read += code > 0xffff ? 2 : 1;
    }
    return { read, written };
  }
}

const bytesOf = (given) => {
  if (given === undefined) return new Uint8Array();
  if (!ArrayBuffer.isView(given)) return new Uint8Array(given);
  return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
};

/** Code points that a call may take as arguments. */
const atOnce = 4096;

class TextDecoder {
  #fatal;
  #ignoreBOM;
  /** Of a character that the next bytes complete: how many, which bits so far, what the next byte may be. */
  #needed = 0;
  #code = 0;
  #lower = 0x80;
  #upper = 0xbf;
  #hasBegun = false;

  constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
    if (!/^\s*(?:utf-?8|unicode-1-1-utf-8)\s*$/i.test(label)) {
      throw new RangeError(`Pages are composed with UTF-8 alone, and not with ${label}.`);
    }
    this.#fatal = Boolean(fatal);
    this.#ignoreBOM = Boolean(ignoreBOM);
  }

  get encoding() {
    return 'utf-8';
  }
  get fatal() {
    return this.#fatal;
  }
  get ignoreBOM() {
    return this.#ignoreBOM;
  }

  #wrong() {
    if (this.#fatal) throw new TypeError('The encoded data was not valid for encoding utf-8');
    return replacement;
  }

  /** Takes the first byte of a character; gives its code, or nothing where more bytes must come. */
  #begin(byte) {
    if (byte < 0x80) return byte;
    if (byte < 0xc2 || byte > 0xf4) return this.#wrong();
    this.#needed = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    this.#code = byte & (0x3f >> this.#needed);
    this.#lower = { 0xe0: 0xa0, 0xf0: 0x90 }[byte] ?? 0x80;
    this.#upper = { 0xed: 0x9f, 0xf4: 0x8f }[byte] ?? 0xbf;
    return undefined;
  }

  decode(given, { stream = false } = {}) {
    const codes = [];
    for (const byte of bytesOf(given)) {
      if (this.#needed > 0 && (byte < this.#lower || byte > this.#upper)) {
        this.#needed = 0;
        codes.push(this.#wrong());
      }
      if (this.#needed === 0) {
        const code = this.#begin(byte);
        if (code !== undefined) codes.push(code);
        continue;
      }
      [this.#lower, this.#upper] = [0x80, 0xbf];
      this.#code = (this.#code << 6) | (byte & 0x3f);
      this.#needed -= 1;
      if (this.#needed === 0) codes.push(this.#code);
    }
    if (!stream && this.#needed > 0) {
      this.#needed = 0;
      codes.push(this.#wrong());
    }
    let text = '';
    for (let from = 0; from < codes.length; from += atOnce) {
      text += String.fromCodePoint(...codes.slice(from, from + atOnce));
    }
    const hasMark = !this.#hasBegun && !this.#ignoreBOM && text.startsWith('\uFEFF');
    this.#hasBegun = stream && (this.#hasBegun || text !== '');
    return hasMark ? text.slice(1) : text;
  }
}

export const textGlobals = {
  TextEncoder,
  TextDecoder,
  atob: (text) => ask('atob', String(text)),
  btoa: (text) => ask('btoa', String(text)),
};
