import * as v from 'valibot';

/** An object with these fields and no others: an unknown one is told with those that there are. */
export const knownFields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, message }) => {
    if (expected !== 'never') return message;
    return `is no field: there are ${Object.keys(entries).join(', ')}`;
  });

/** The value of a name in a list of names, which is an object so that TypeScript knows them. */
export const mustBeTrue = v.literal(true, 'must be true');

/** The problem of a field of a package.json, as one sentence. */
export function wrongField(
  file: string,
  field: string,
  [issue]: readonly [v.BaseIssue<unknown>, ...unknown[]],
): Error {
  const place = [field, v.getDotPath(issue)].filter(Boolean).join('.');
  return new Error(`${file}: "${place}" ${issue.message}.`);
}
