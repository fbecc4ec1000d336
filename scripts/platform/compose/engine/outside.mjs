import { createHash } from 'node:crypto';
import { pairMethods, urlParts } from './guest/names.mjs';
import { intlQuestions } from './intl.mjs';

/*
 * What guests may ask of Node, and nothing else of it: each takes data of JSON, and gives data of JSON. None keeps
 * what it was given, and none reads a file, the network or the environment.
 */

const partsOf = (url) => Object.fromEntries(urlParts.map((name) => [name, url[name]]));

/** @returns the pairs after a method was called, and what that gave */
function askPairs(given, method, values) {
  const params = new URLSearchParams(given);
  if (method !== undefined && !pairMethods.includes(method)) throw new TypeError(`No ${method}.`);
  const result = method === undefined ? null : (params[method](...values) ?? null);
  return { pairs: [...params], result };
}

const questions = {
  sha256: (text) => createHash('sha256').update(text).digest('base64'),
  url: (url, base) => partsOf(base === null ? new URL(url) : new URL(url, base)),
  changeUrl: (href, name, value) => {
    const url = new URL(href);
    if (urlParts.includes(name)) url[name] = value;
    return partsOf(url);
  },
  pairs: askPairs,
  /** @param bytes each as a character */
  decode: (bytes, options) =>
    new TextDecoder('utf-8', options).decode(Buffer.from(bytes, 'latin1')),
  atob,
  btoa,
  ...intlQuestions,
};

/**
 * @param name of a question
 * @param values what it is asked with, as text, numbers and lists of these
 * @returns `value`, or what the guest's own code gets to catch
 */
export function answer(name, values) {
  try {
    if (!Object.hasOwn(questions, name)) throw new TypeError(`Nobody answers ${name}.`);
    return { value: questions[name](...values) };
  } catch (error) {
    return { error: { name: error.name, message: error.message } };
  }
}
