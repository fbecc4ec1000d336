/* The only way out of the engine: a function that takes texts and returns a text. */

const { callOut, compile: compileBundle } = globalThis;
delete globalThis.callOut;
delete globalThis.compile;

const { parse, stringify } = JSON;
const errors = { Error, RangeError, TypeError, SyntaxError };

/**
 * Calls a host function.
 * @param text the subject of the call, of any length
 * @throws an error of this engine with the name and message of the error outside
 */
export function askAbout(text, ...call) {
  const { value, error } = parse(callOut('ask', stringify(call), text));
  if (!error) return value;
  const thrown = new (errors[error.name] ?? Error)(error.message);
  throw errors[error.name] ? thrown : Object.assign(thrown, { name: error.name });
}

/** Calls a host function without a subject. */
export const ask = (...call) => askAbout('', ...call);

/** Sends a message to the release tool. A page is sent as text beside it, since escaping it as JSON would take long. */
export const say = (message, page = '') => void callOut(message.kind, stringify(message), page);

/** Compiles a bundle to the function of a CommonJS module. */
export const compile = (name) => compileBundle(name);
