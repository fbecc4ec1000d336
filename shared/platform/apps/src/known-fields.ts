import { closest, distance } from 'fastest-levenshtein';
import * as v from 'valibot';

/** Returns the schema of an object with exactly these fields. The error for an unknown field suggests a known one. */
export const knownFields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, input, message, path }) => {
    if (expected !== 'never') return message;
    const name = String(path?.at(-1)?.key ?? input);
    const names = Object.keys(entries);
    const nearest = closest(name, names);
    return distance(name, nearest) > Math.min(3, name.length / 2)
      ? `is no field: there are ${names.join(', ')}`
      : `is no field: did you mean "${nearest}"?`;
  });

/** Creates the error for an invalid field of a package.json, as one sentence. */
export function fieldError(
  file: string,
  field: string,
  [issue]: readonly [v.BaseIssue<unknown>, ...unknown[]],
): Error {
  const at = [field, v.getDotPath(issue)].filter(Boolean).join('.');
  return new Error(`${file}: "${at}" ${issue.message}${issue.message.endsWith('?') ? '' : '.'}`);
}
