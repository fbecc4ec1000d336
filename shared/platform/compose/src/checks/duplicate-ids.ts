/** Finds ids that occur more than once in a page, of which a label, a link or a script finds only the first. */
export function findDuplicateIds(html: string): string[] {
  const ids = new Set<string>();
  const duplicateIds = new Set<string>();
  for (const [, id = ''] of html.matchAll(/<[^<>]* id="([^"]+)"/g))
    if (ids.has(id)) duplicateIds.add(id);
    else ids.add(id);
  return [...duplicateIds];
}
