import type { Deployment } from '@composed/compose/deployment';
import * as v from 'valibot';
import { formatDocument, seal, sealed } from './documents';
import { keys, type ReadableStore, type Store } from './store';

export const cacheKey = (app: string, version: string, name: string) =>
  keys.within(app, version, `markup/${name}.json`);

/** Markup of a release's modules. No manifest has the hash of what is made later. */
const renderCache = sealed(v.record(v.string(), v.string()));

/** @returns null for what is not there, or damaged: it is rendered again then */
export async function readCachedMarkup(store: ReadableStore, key: string) {
  const bytes = await store.get(key);
  if (!bytes) return null;
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), renderCache), bytes.toString());
  return kept.success ? kept.output : null;
}

/** Rendered markup, as it is kept. */
export const cacheFiles = (rendered: Deployment['rendered']) =>
  rendered.map(({ app, version, name, markups }) => {
    const key = cacheKey(app, version, name);
    return [key, Buffer.from(formatDocument(renderCache, key, seal(markups)))] as const;
  });

/** Keeps beside each release what was rendered of it for some pages, so that the next ones need not. */
export async function cacheMarkup(store: Store, rendered: Deployment['rendered']): Promise<void> {
  await Promise.all(cacheFiles(rendered).map(([key, bytes]) => store.putImmutable(key, bytes)));
}
