import * as v from 'valibot';

/* Schemas that those of documents are made of. */

/** A text that matches a pattern. @param advice completes the sentence whose subject is the field */
export const textLike = (pattern: RegExp, advice?: v.ErrorMessage<v.RegexIssue<string>>) =>
  v.pipe(v.string(), v.regex(pattern, advice));

/** The text of a JSON document. */
export const jsonText = <const Schema extends v.GenericSchema>(document: Schema) =>
  v.pipe(v.string(), v.parseJson(), document);

/** A schema with a description, for JSON schemas, which editors show. */
export const described = <const Schema extends v.GenericSchema>(about: string, schema: Schema) =>
  v.pipe(schema, v.description<v.InferOutput<Schema>, string>(about));
