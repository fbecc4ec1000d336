import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { intlQuestions } from './answer-intl.mjs';

/*
 * The host functions are everything that guests can use of Node. They take and return JSON data, keep no state, and use
 * no file, network or environment. A guest can forge questions, so each is parsed.
 */

/** Host function → the schema of its arguments, and its implementation. */
const questions = {
  sha256: [[], (text) => createHash('sha256').update(text).digest('base64')],
  ...intlQuestions,
};

/**
 * Answers a question of a guest.
 * @param question JSON: the name of a host function, and its arguments
 * @param text the subject of the question, of any length
 * @returns `value`, or the `error` that is thrown in the guest
 */
export function answerQuestion(question, text) {
  try {
    const [name, ...parameters] = v.parse(v.looseTuple([v.string()]), JSON.parse(question));
    if (!Object.hasOwn(questions, name)) {
      throw new TypeError(`The sandbox has no host function ${name}.`);
    }
    const [entries, run] = questions[name];
    return { value: run(...v.parse(v.strictTuple(entries), parameters), text) };
  } catch (error) {
    return { error: { name: error.name, message: error.message } };
  }
}
