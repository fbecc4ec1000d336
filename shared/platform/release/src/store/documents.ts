import * as v from 'valibot';
import { integrityOf } from '@composed/apps/integrity';
import { jsonText } from '@composed/contracts/schemas';

/** The content of a document, or its problem. */
function tryParse<T>(schema: v.GenericSchema<unknown, T>, text: string) {
  const parsed = v.safeParse(jsonText(schema), text);
  if (parsed.success) return { output: parsed.output };
  const [issue] = parsed.issues;
  return { problem: `at "${v.getDotPath(issue) ?? 'its root'}": ${issue.message}` };
}

const integrityOfJson = (content: unknown) => integrityOf(Buffer.from(JSON.stringify(content)));

/** A document with its own hash, for documents that no other one holds the hash of. */
export const seal = (content: object) => ({ integrity: integrityOfJson(content), content });

/** The schema of such a document. */
export const sealed = <T>(schema: v.GenericSchema<unknown, T>) =>
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
 * The content of a document of the store.
 * @param name of the document, for people
 * @throws Error with one sentence when it does not fit its schema
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
 * The text of a document of the store, indented for people. It is read back first: a document that nobody could read
 * must not come into the store.
 * @throws Error with one sentence when it is not what its schema says
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
