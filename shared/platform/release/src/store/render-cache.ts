import { fewAtOnce } from '@composed/command/side-by-side';
import type { Deployment } from '@composed/compose/deployment';
import type { RenderCacheEntry } from '@composed/compose/deployment';
import * as v from 'valibot';
import { formatDocument, seal, createSealedSchema } from './documents';
import { keys, type ReadableStore, type Store } from './store';
import { jsonText } from '@composed/contracts/schemas';

export const createCacheKey = (app: string, version: string, name: string) =>
  keys.within(app, version, `markup/${name}.json`);

/** The markup of a release's modules. It has a hash of its own, since the manifest is written before. */
const renderCache = createSealedSchema(v.record(v.string(), v.string()));

/** @returns null if the markup is missing or damaged, and has to be rendered again */
export async function readCachedMarkup(store: ReadableStore, key: string) {
  const bytes = await store.get(key);
  if (!bytes) return null;
  const parsed = v.safeParse(jsonText(renderCache), bytes.toString());
  return parsed.success ? parsed.output : null;
}

/** Returns key and content of a file in the render cache. */
export function createCacheFile({ app, version, name, markups }: RenderCacheEntry) {
  const key = createCacheKey(app, version, name);
  return [key, Buffer.from(formatDocument(renderCache, key, seal(markups)))] as const;
}

/** Stores markup next to its release, so that the next command need not render it. */
export async function cacheMarkup(
  store: Store,
  entries: Deployment['newCacheEntries'],
): Promise<void> {
  await fewAtOnce(entries, (each) => store.putImmutable(...createCacheFile(each)));
}
