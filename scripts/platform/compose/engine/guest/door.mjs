/* The one way out of the engine: a function that takes a text and gives a text. */

const { outside, compile: compileBundle } = globalThis;
delete globalThis.outside;
delete globalThis.compile;

const { parse, stringify } = JSON;
const errors = { Error, RangeError, TypeError, SyntaxError };

/** @throws what whoever answers has thrown, as an error of this engine */
export function ask(...question) {
  const { value, error } = parse(outside(stringify(question), ''));
  if (!error) return value;
  const thrown = new (errors[error.name] ?? Error)(error.message);
  throw errors[error.name] ? thrown : Object.assign(thrown, { name: error.name });
}

/** Tells the release tool something, and a page as it is, whose JSON takes long; nothing comes back. */
export const say = (message, page = '') => void outside(stringify(['say', message]), page);

/** @returns the function that a bundle of this name is, as CommonJS has it */
export const compile = (name) => compileBundle(name);
