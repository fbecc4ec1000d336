import * as v from 'valibot';
import type { Composition } from '../compose/composition';
import { type Compressor, encodings, isText } from './compress';
import { integrityOf } from '../build/integrity';
import type { Live, ReleaseSet } from './ledger';
import { loadRelease } from './releases';
import { localSiteUrl } from './settings';
import { KeyTaken, keys, type Store } from './stores/store';
import type { ReleaseTool } from './tool';

const compositionRecord = v.object({
  id: v.string(),
  releases: v.record(v.string(), v.string()),
  basePath: v.string(),
  pages: v.record(v.string(), v.object({ bytes: v.number(), integrity: v.string() })),
});

/** compositions/<id>.json: what the pages were made of and what each must hash to. */
export type CompositionRecord = v.InferOutput<typeof compositionRecord>;

/** @returns null when the composition is not (whole) in the store */
export async function readCompositionRecord(
  store: Store,
  id: string,
): Promise<CompositionRecord | null> {
  const bytes = await store.get(keys.composition(id));
  return bytes && v.parse(compositionRecord, JSON.parse(bytes.toString('utf8')));
}

/** The keys of a composition, its record last: it is in the store when that one is. */
export function compositionKeys(record: CompositionRecord): string[] {
  const pages = Object.keys(record.pages).flatMap((page) => {
    const key = keys.page(record.id, page);
    return isText(page) ? [key, ...encodings.map((encoding) => `${key}.${encoding}`)] : [key];
  });
  return [...pages, keys.composition(record.id)];
}

/**
 * Stores the pages of a composition with their compressed copies.
 * @returns false when it was in the store already
 */
export async function storeComposition(
  store: Store,
  compress: Compressor,
  composition: Composition,
  releases: ReleaseSet,
  basePath: string,
): Promise<boolean> {
  const { id } = composition;
  if (await store.get(keys.composition(id))) return false;
  const pages = [...composition.pages];
  await Promise.all(
    pages.map(async ([page, bytes]) => {
      const key = keys.page(id, page);
      await store.putImmutable(key, bytes);
      if (!isText(page)) return;
      await Promise.all(
        encodings.map(async (encoding) => {
          const copy = await compress(bytes, encoding);
          await store.putImmutable(`${key}.${encoding}`, copy).catch(sameContent);
        }),
      );
    }),
  );
  const record: CompositionRecord = {
    id,
    releases: { ...releases },
    basePath,
    pages: Object.fromEntries(
      pages.map(([page, bytes]) => [
        page,
        { bytes: bytes.byteLength, integrity: integrityOf(bytes) },
      ]),
    ),
  };
  const text = `${JSON.stringify(record, null, 2)}\n`;
  await store.putImmutable(keys.composition(id), Buffer.from(text));
  return true;
}

/** Two versions of Node may compress the same page differently; the first copy stays. */
function sameContent(error: unknown): void {
  if (!(error instanceof KeyTaken)) throw error;
}

/** The pages of a stored composition, or null when it is not (whole) in the store. */
export async function readComposition(store: Store, id: string): Promise<Composition | null> {
  const record = await readCompositionRecord(store, id);
  if (!record) return null;
  const pages = new Map<string, Buffer>();
  for (const page of Object.keys(record.pages)) {
    const bytes = await store.get(keys.page(id, page));
    if (!bytes) return null;
    pages.set(page, bytes);
  }
  return { id, pages };
}

/** What the pages of a site are made of, and where they are shown. */
export interface SiteSource extends Pick<Live, 'releases' | 'prices' | 'siteUrl'> {
  /** Name of a preview; null for the live site. */
  readonly preview: string | null;
}

/** '' on the live site. */
export function basePathOf(preview: string | null): string {
  return preview === null ? '' : `/preview/${preview}`;
}

/**
 * Composes the pages of a site from what is in the store, and from nothing else.
 * @throws CompositionRefused when a release must not go live
 */
export async function composeSite(
  { store, compose }: Pick<ReleaseTool, 'store' | 'compose'>,
  { releases, prices, siteUrl, preview }: SiteSource,
): Promise<Composition> {
  const loaded = await Promise.all(
    Object.entries(releases).map(
      async ([app, version]) => [app, await loadRelease(store, app, version)] as const,
    ),
  );
  return compose({
    releases: Object.fromEntries(loaded),
    prices,
    basePath: basePathOf(preview),
    settings: { siteUrl: siteUrl ?? localSiteUrl },
    indexable: preview === null,
  });
}
