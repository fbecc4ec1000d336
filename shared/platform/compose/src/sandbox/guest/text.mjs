import { askAbout } from './host-functions.mjs';

/* UTF-8, as https://encoding.spec.whatwg.org has it. */

class TextEncoder {
  get encoding() {
    return 'utf-8';
  }

  encode(input = '') {
    // One byte becomes one character. A loop for that takes many times as long in this engine.
    // oxlint-disable-next-line typescript/no-deprecated
    const text = unescape(encodeURIComponent(String(input).toWellFormed()));
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at);
    return bytes;
  }

  encodeInto(input, bytes) {
    let [read, written] = [0, 0];
    for (const character of String(input)) {
      const encoded = this.encode(character);
      if (written + encoded.length > bytes.length) break;
      bytes.set(encoded, written);
      written += encoded.length;
      read += character.length;
    }
    return { read, written };
  }
}

const bytesOf = (source) => {
  if (source === undefined) return new Uint8Array();
  if (!ArrayBuffer.isView(source)) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
};

/** Bytes that a call may take as arguments. */
const atOnce = 4096;

/** The beginning of a character that later bytes may complete, or else the length of the bytes. */
function unfinishedFrom(bytes) {
  const start = bytes.search(/[\xC2-\xF4][\x80-\xBF]{0,2}$/);
  if (start === -1) return bytes.length;
  const first = bytes.charCodeAt(start);
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return bytes.length - start < length ? start : bytes.length;
}

/** A decoder that asks the outside, and keeps unfinished characters of a stream. */
class TextDecoder {
  #options;
  /** Bytes of a character that the next ones complete. */
  #rest = '';
  #hasBegun = false;

  constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
    if (!/^\s*(?:utf-?8|unicode-1-1-utf-8)\s*$/i.test(label)) {
      throw new RangeError(`Pages are composed with UTF-8 alone, and not with ${label}.`);
    }
    this.#options = { fatal: Boolean(fatal), ignoreBOM: Boolean(ignoreBOM) };
  }

  get encoding() {
    return 'utf-8';
  }

  decode(source, { stream = false } = {}) {
    const bytes = bytesOf(source);
    let text = this.#rest;
    for (let from = 0; from < bytes.length; from += atOnce) {
      text += String.fromCharCode(...bytes.subarray(from, from + atOnce));
    }
    const end = stream ? unfinishedFrom(text) : text.length;
    this.#rest = text.slice(end);
    const ignoreBOM = this.#hasBegun || this.#options.ignoreBOM;
    this.#hasBegun = stream && (this.#hasBegun || end > 0);
    return end === 0 ? '' : askAbout(text.slice(0, end), 'decode', { ...this.#options, ignoreBOM });
  }
}

export const textGlobals = {
  TextEncoder,
  TextDecoder,
  atob: (text) => askAbout(String(text), 'atob'),
  btoa: (text) => askAbout(String(text), 'btoa'),
};
