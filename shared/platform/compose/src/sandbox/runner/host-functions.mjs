import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { intlFunctions } from './intl-functions.mjs';

/*
 * The host functions are everything that guests can use of Node. They take and return JSON data, keep no state, and use
 * no file, network or environment. A guest can forge calls, so each is parsed.
 */

/** Host function → the schema of its arguments, and its implementation. */
const hostFunctions = {
  sha256: [[], (text) => createHash('sha256').update(text).digest('base64')],
  ...intlFunctions,
};

/**
 * Calls a host function for a guest.
 * @param call JSON: the name of a host function, and its arguments
 * @param text the subject of the call, of any length
 * @returns `value`, or the `error` that is thrown in the guest
 */
export function callHostFunction(call, text) {
  try {
    const [name, ...parameters] = v.parse(v.looseTuple([v.string()]), JSON.parse(call));
    if (!Object.hasOwn(hostFunctions, name)) {
      throw new TypeError(`The sandbox has no host function ${name}.`);
    }
    const [entries, run] = hostFunctions[name];
    return { value: run(...v.parse(v.strictTuple(entries), parameters), text) };
  } catch (error) {
    return { error: { name: error.name, message: error.message } };
  }
}
