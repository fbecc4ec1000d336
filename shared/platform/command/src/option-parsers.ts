import path from 'node:path';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import * as v from 'valibot';

/* Parsers of options. They throw an InvalidArgumentError that says what to type instead. */

/**
 * Creates the parser of an option from a schema.
 * @param schema must not return null, which commander takes for a missing value and turns into ''
 */
export function createParser<T extends object | string | number>(
  schema: v.GenericSchema<string, T>,
  advice: string,
) {
  return (text: string): T => {
    const parsed = v.safeParse(schema, text);
    if (parsed.success) return parsed.output;
    throw new InvalidArgumentError(advice);
  };
}

export const createTextParser = (pattern: RegExp, advice: string) =>
  createParser(v.pipe(v.string(), v.regex(pattern)), advice);

/** Creates the parser of an option that can be given several times. */
export const repeatable =
  <T>(parse: (text: string) => T) =>
  (text: string, before?: readonly T[]) => [...(before ?? []), parse(text)];

export const parseAddress = (example: string) =>
  createParser(
    v.pipe(v.string(), v.url(), v.regex(/^https?:/)),
    `It takes an address such as ${example}.`,
  );
export const parsePath = (text: string) =>
  path.resolve(createTextParser(/\S/, 'It takes a path.')(text));
