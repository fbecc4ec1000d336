import * as v from 'valibot';

/* Building blocks for the schemas of documents. */

/**
 * A text that matches a pattern.
 * @param advice the message for other texts: the rest of a sentence whose subject is the field
 */
export const textLike = (pattern: RegExp, advice?: v.ErrorMessage<v.RegexIssue<string>>) =>
  v.pipe(v.string(), v.regex(pattern, advice));

export const jsonText = <const Schema extends v.GenericSchema>(document: Schema) =>
  v.pipe(v.string(), v.parseJson(), document);

/** Adds a description to a schema. Editors show it for files with a JSON Schema. */
export const described = <const Schema extends v.GenericSchema>(about: string, schema: Schema) =>
  v.pipe(schema, v.description<v.InferOutput<Schema>, string>(about));
