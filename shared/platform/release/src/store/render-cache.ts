import { fewAtOnce } from '@composed/command/side-by-side';
import type { Deployment } from '@composed/compose/deployment';
import type { RenderedModules } from '@composed/compose/deployment';
import * as v from 'valibot';
import { formatDocument, seal, sealed } from './documents';
import { keys, type ReadableStore, type Store } from './store';
import { jsonText } from '@composed/contracts/schemas';

export const cacheKey = (app: string, version: string, name: string) =>
  keys.within(app, version, `markup/${name}.json`);

/** Markup of a release's modules, with its own hash: it is made after the manifest. */
const renderCache = sealed(v.record(v.string(), v.string()));

/** @returns null for missing or damaged markup, which is then rendered again */
export async function readCachedMarkup(store: ReadableStore, key: string) {
  const bytes = await store.get(key);
  if (!bytes) return null;
  const parsed = v.safeParse(jsonText(renderCache), bytes.toString());
  return parsed.success ? parsed.output : null;
}

/** The file of the render cache for this markup. */
export function cacheFile({ app, version, name, markups }: RenderedModules) {
  const key = cacheKey(app, version, name);
  return [key, Buffer.from(formatDocument(renderCache, key, seal(markups)))] as const;
}

/** Stores markup beside its release, so that the next command need not render it. */
export async function cacheMarkup(store: Store, rendered: Deployment['rendered']): Promise<void> {
  await fewAtOnce(rendered, (each) => store.putImmutable(...cacheFile(each)));
}
