import { UserError } from '@composed/command/errors';

/**
 * Resolves an id that a person has typed: the whole id, or the beginning of exactly one.
 * @throws UserError if several ids begin with the text
 */
export function matchId(ids: Iterable<string>, text: string): string | undefined {
  const allIds = [...new Set(ids)];
  const matches = allIds.includes(text) ? [text] : allIds.filter((id) => id.startsWith(text));
  if (matches.length < 2) return matches[0];
  const countDistinct = (length: number) => new Set(matches.map((id) => id.slice(0, length))).size;
  let length = 12;
  while (countDistinct(length) < matches.length) length += 1;
  const shortIds = matches.map((id) => id.slice(0, length)).join(' or ');
  throw new UserError(`"${text}" may be ${shortIds}; type more.`);
}
