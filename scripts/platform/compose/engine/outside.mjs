import { createHash } from 'node:crypto';
import { intlQuestions } from './intl.mjs';

/*
 * What guests may ask of Node, and nothing else of it: each takes data of JSON, and gives data of JSON. None keeps
 * what it was given, and none reads a file, the network or the environment.
 */

const names = [
  ...['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname'],
  ...['port', 'pathname', 'search', 'hash'],
];
const partsOf = (url) => Object.fromEntries(names.map((name) => [name, url[name]]));

const questions = {
  sha256: (text) => createHash('sha256').update(text).digest('base64'),
  url: (url, base) => partsOf(base === null ? new URL(url) : new URL(url, base)),
  changeUrl: (href, name, value) => {
    const url = new URL(href);
    if (names.includes(name)) url[name] = value;
    return partsOf(url);
  },
  pairs: (query) => [...new URLSearchParams(query)],
  query: (pairs) => String(new URLSearchParams(pairs)),
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
