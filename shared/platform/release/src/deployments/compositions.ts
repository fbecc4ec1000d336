import type { ReleaseRecord } from '@composed/contracts/release-record';
import * as v from 'valibot';
import { UserError } from '@composed/command/errors';
import { findRecord } from '@composed/compose/deployment/composed-page';
import { type Composition, CompositionError } from '@composed/compose/deployment/composition';
import { copiesOf, effortFor, isCopyOf, makeCopies, withCopies } from '../store/compress';
import { integrityOf } from '@composed/apps/integrity';
import { sideBySide } from '@composed/command/side-by-side';
import { emptyLedger, type Live, type ReleaseSet } from '../ledger/ledger';
import { keepMarkup, loadRelease } from '../store/releases';
import { localSiteUrl } from '../ledger/settings';
import { createResolver } from '../inspect/stacks/resolve';
import { formatDocument, parseDocument, seal, sealed } from '../store/documents';
import { keys, type ReadableStore, type Store } from '../store/store';
import type { ReleaseTool } from '../tool/tool';

/** Name → integrity. */
const integrityByName = v.record(v.string(), v.string());

/** compositions/<id>.json: what each page must hash to. */
const compositionIndex = sealed(
  v.object({
    id: v.string(),
    /** Federation ids of the modules that the host has a place for and that have no release. */
    empty: v.array(v.string()),
    pages: integrityByName,
  }),
);

/** @throws Error when they are none of a composition's index */
export const parseCompositionIndex = (id: string, bytes: Buffer) =>
  parseDocument(compositionIndex, keys.composition(id), bytes);

/** @returns null when the composition is not (whole) in the store */
export async function readCompositionIndex(store: ReadableStore, id: string) {
  const bytes = await store.get(keys.composition(id));
  return bytes && parseCompositionIndex(id, bytes);
}

/** Whether the index of a composition is in the store, with every page and its copies. */
export async function isStored(store: ReadableStore, id: string): Promise<boolean> {
  const index = await readCompositionIndex(store, id).catch(() => null);
  if (!index) return false;
  const wanted = Object.keys(index.pages).flatMap((page) => withCopies(keys.page(id, page)));
  return (await store.sizesOf(wanted)).size === wanted.length;
}

/** The copies of a page that another composition has as well; null where it is another one there, or damaged. */
async function copiesIn(
  { store, like }: { store: ReadableStore; like: v.InferOutput<typeof compositionIndex> },
  page: string,
  bytes: Buffer,
) {
  if (like.pages[page] !== integrityOf(bytes)) return null;
  const copies = new Map([[page, bytes]]);
  for (const { encoding, key } of copiesOf(page)) {
    const copy = await store.get(keys.page(like.id, key));
    if (!copy || !(await isCopyOf(bytes, copy, encoding))) return null;
    copies.set(key, copy);
  }
  return copies;
}

/** The pages with their compressed copies: those that `like` has are taken from there, the others are made. */
async function withMadeCopies(
  { store, compress }: Pick<ReleaseTool, 'store' | 'compress'>,
  pages: Composition['pages'],
  like: string | null,
) {
  const other = like === null ? null : await readCompositionIndex(store, like).catch(() => null);
  const known = await sideBySide([...pages], async ([page, bytes]) => {
    const copies = other && (await copiesIn({ store, like: other }, page, bytes));
    return { page, bytes, copies };
  });
  const isNew = known.filter(({ page, copies }) => !copies && copiesOf(page).length > 0);
  const effort = effortFor(isNew.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
  const made = await sideBySide(
    known,
    async ({ page, bytes, copies }) => copies ?? makeCopies(compress, page, bytes, effort),
  );
  return new Map(made.flatMap((files) => [...files]));
}

/**
 * Stores what was rendered for a composition, and its pages with their compressed copies, its index last.
 * @param like a composition that may have some of the very pages: they are not compressed again
 * @returns false when it was in the store already
 */
export async function storeComposition(
  tool: Pick<ReleaseTool, 'store' | 'compress'>,
  { id, pages, empty, rendered }: Composition,
  like: string | null = null,
): Promise<boolean> {
  await keepMarkup(tool.store, rendered);
  if (await isStored(tool.store, id)) return false;
  const files = await withMadeCopies(tool, pages, like);
  const hashes = [...pages].map(([name, bytes]) => [name, integrityOf(bytes)] as const);
  const content = { id, empty, pages: Object.fromEntries(hashes) };
  const text = formatDocument(compositionIndex, keys.composition(id), seal(content));
  await tool.store.putComposition(id, files, Buffer.from(text));
  return true;
}

/** The pages of a stored composition, or null when it is not (whole) in the store. */
export async function readComposition(store: Store, id: string): Promise<Composition | null> {
  const index = await readCompositionIndex(store, id);
  if (!index) return null;
  const pages = new Map<string, Buffer>();
  for (const name of Object.keys(index.pages)) {
    const bytes = await store.get(keys.page(id, name));
    if (!bytes) return null;
    pages.set(name, bytes);
  }
  return { id, pages, empty: index.empty, rendered: [] };
}

const knownRecords = new WeakMap<
  Composition['pages'],
  readonly Readonly<{ name: string; bytes: Buffer; record: ReleaseRecord }>[]
>();

/**
 * The pages, and what each says of its releases.
 * @throws UserError naming a page that says nothing: nobody knows what it loads
 */
export function recordsOf({ pages }: Pick<Composition, 'pages'>) {
  const known = knownRecords.get(pages);
  if (known) return known;
  const records = [...pages].flatMap(([name, bytes]) => {
    if (!name.endsWith('.html')) return [];
    const record = findRecord(bytes.toString('utf8'));
    if (!record)
      throw new UserError(`${name} has no release record, and what is live is as it was.`);
    return [{ name, bytes, record }];
  });
  knownRecords.set(pages, records);
  return records;
}

/** The remotes that some page of a composition pins. */
export const pinnedIn = (composition: Composition): ReadonlySet<string> =>
  new Set(recordsOf(composition).flatMap(({ record }) => Object.keys(record.remotes)));

/** What the pages of a site are made of, and where they are shown. */
export interface SiteSource extends Pick<Live, 'releases' | 'data' | 'siteUrl' | 'signals'> {
  /** Name of a preview; null for the live site. */
  readonly preview: string | null;
}

/**
 * Composes the pages of a site from what is in the store, and from nothing else.
 * @param isFresh renders every module anew, whatever is kept
 * @throws CompositionError when a release must not go live
 */
export async function composeSite(
  { store, compose }: Pick<ReleaseTool, 'compose'> & { readonly store: ReadableStore },
  { releases, data, siteUrl, signals, preview }: SiteSource,
  isFresh = false,
): ReturnType<ReleaseTool['compose']> {
  const loaded = await Promise.all(
    Object.entries(releases).map(async ([app, version]) => {
      const { readMarkup, ...release } = await loadRelease(store, app, version);
      return [app, isFresh ? release : { ...release, readMarkup }] as const;
    }),
  );
  const named = loaded.find(([app]) => app === 'host')?.[1].manifest.data ?? [];
  const composing = compose({
    releases: Object.fromEntries(loaded),
    data: Object.fromEntries(named.flatMap((name) => (data[name] ? [[name, data[name]]] : []))),
    basePath: preview === null ? '' : `/preview/${preview}`,
    settings: { siteUrl: siteUrl ?? localSiteUrl, signals },
    indexable: preview === null,
  });
  return composing.catch(async (error: unknown) => {
    throw error instanceof CompositionError ? await withPlaces(store, releases, error) : error;
  });
}

/** A refusal whose reasons end with the line of source that threw, where the release's map says it. */
async function withPlaces(
  store: ReadableStore,
  releases: ReleaseSet,
  { violations }: CompositionError,
) {
  const resolver = createResolver(store, emptyLedger, new Map(Object.entries(releases)));
  const placed = violations.map(async ({ stack = '', ...violation }) => {
    const place = await resolver.placeBehind(stack);
    return { ...violation, reason: violation.reason + place };
  });
  return new CompositionError(await Promise.all(placed));
}

/** Why a site cannot be composed, in one line; what else was thrown is thrown on. */
export function refusalReason(error: unknown): string {
  if (!(error instanceof CompositionError)) throw error;
  return error.message.replaceAll('\n', '; ');
}
