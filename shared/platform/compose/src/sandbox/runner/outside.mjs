import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { pairMethods, urlParts } from '../guest/names.mjs';
import { intlQuestions } from './intl.mjs';

/*
 * Host functions that guests may ask of Node, and nothing else of it: each takes data of JSON, and gives data of JSON. None keeps
 * what it was given, and none reads a file, the network or the environment. A guest can change whatever its side of
 * this says, so each question is parsed.
 */

const partsOf = (url) => Object.fromEntries(urlParts.map((name) => [name, url[name]]));

/** @returns the pairs after a method was called, and what that gave */
function askPairs(kind, init, method, values = []) {
  if (method !== undefined && !pairMethods[kind].includes(method))
    throw new TypeError(`${kind} has no ${method}.`);
  const pairs = kind === 'Headers' ? new Headers(init) : new URLSearchParams(init);
  const result = method === undefined ? null : (pairs[method](...values) ?? null);
  return { pairs: [...pairs], result };
}

const texts = v.array(v.string());

/** Host function → the schema of its arguments, and its answer. */
const questions = {
  url: [
    [v.string(), v.nullable(v.string())],
    (url, base) => partsOf(base === null ? new URL(url) : new URL(url, base)),
  ],
  changeUrl: [
    [v.string(), v.picklist(urlParts), v.string()],
    (href, name, value) => partsOf(Object.assign(new URL(href), { [name]: value })),
  ],
  pairs: [
    [
      v.picklist(Object.keys(pairMethods)),
      v.union([v.string(), v.array(texts)]),
      v.optional(v.string()),
      v.optional(v.pipe(texts, v.maxLength(2))),
    ],
    askPairs,
  ],
  ...intlQuestions,
};

/** Questions about a text of any length. */
const aboutText = {
  sha256: [[], (text) => createHash('sha256').update(text).digest('base64')],
  // One byte becomes one character.
  decode: [
    [v.strictObject({ fatal: v.boolean(), ignoreBOM: v.boolean() })],
    (bytes, options) => new TextDecoder('utf-8', options).decode(Buffer.from(bytes, 'latin1')),
  ],
  atob: [[], (text) => atob(text)],
  btoa: [[], (text) => btoa(text)],
};

function find(name, list) {
  return Object.hasOwn(list, name) ? list[name] : undefined;
}

/**
 * @param question JSON: the name of a host function, and its arguments
 * @param text the subject of the question
 * @returns `value`, or the error that the guest's own code gets to catch
 */
export function answer(question, text) {
  try {
    const [name, ...parameters] = v.parse(v.looseTuple([v.string()]), JSON.parse(question));
    const about = find(name, aboutText);
    const [entries, run] = about ?? find(name, questions) ?? [];
    if (!entries) throw new TypeError(`The sandbox has no host function ${name}.`);
    const values = v.parse(v.strictTuple(entries), parameters);
    return { value: about ? run(text, ...values) : run(...values) };
  } catch (error) {
    return { error: { name: error.name, message: error.message } };
  }
}
