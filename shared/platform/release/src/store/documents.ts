import * as v from 'valibot';
import { integrityOf } from '@composed/apps/integrity';
import { jsonText } from '@composed/contracts/schemas';

/** @returns the content of a document, or its problem */
function tryParse<T>(schema: v.GenericSchema<unknown, T>, text: string) {
  const parsed = v.safeParse(jsonText(schema), text);
  if (parsed.success) return { output: parsed.output };
  const [issue] = parsed.issues;
  return { problem: `at "${v.getDotPath(issue) ?? 'its root'}": ${issue.message}` };
}

const integrityOfJson = (content: unknown) => integrityOf(Buffer.from(JSON.stringify(content)));

/** Adds a document's own hash to it. Needed for documents whose hash no other document has. */
export const seal = (content: object) => ({ integrity: integrityOfJson(content), content });

/** Creates the schema of a document with its own hash. */
export const createSealedSchema = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.object({ integrity: v.string(), content: v.unknown() }),
    v.check(
      ({ integrity, content }) => integrityOfJson(content) === integrity,
      'it does not match its own hash',
    ),
    v.transform(({ content }) => content),
    schema,
  );

/**
 * Parses a document of the store.
 * @param name the name of the document, for people
 * @throws Error with one sentence if the text does not match the schema
 */
export function parseDocument<T>(
  schema: v.GenericSchema<unknown, T>,
  name: string,
  text: string | Buffer,
): T {
  const { output, problem } = tryParse(schema, text.toString());
  if (problem === undefined) return output;
  throw new Error(`${name} is damaged ${problem}.`);
}

/**
 * Formats a document of the store, indented for people. Parses the text first, so that no unreadable document gets into
 * the store.
 * @throws Error with one sentence if the document does not match its schema
 */
export function formatDocument(
  schema: v.GenericSchema<unknown, unknown>,
  name: string,
  value: object,
): string {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  const { problem } = tryParse(schema, text);
  if (problem === undefined) return text;
  throw new Error(
    `${name} would be damaged ${problem}. Nothing of it was written; this is a bug of the release tool.`,
  );
}
