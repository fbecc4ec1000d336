import { parsePins, type Pins } from '@composed/contracts/pins';
import * as v from 'valibot';
import { UserError } from '@composed/command/errors';
import { pinsText } from '@composed/compose/deployment/composed-page';
import type { Deployment } from '@composed/compose/deployment';
import { SpooledFiles } from '@composed/compose/deployment/spooled-files';
import { listCopies, chooseLevel, isCopyOf, makeCopies, listWithCopies } from '../store/compress';
import { integrityOf } from '@composed/apps/integrity';
import { sideBySide } from '@composed/command/side-by-side';
import { cacheMarkup } from '../store/render-cache';
import { formatDocument, parseDocument, seal, createSealedSchema } from '../store/documents';
import { keys, type ReadableStore, type Store } from '../store/store';
import type { ReleaseTool } from '../tool/release-tool';

/** Name → integrity. */
const integrityByName = v.record(v.string(), v.string());

/** The document deployments/<id>.json. */
const deploymentIndex = createSealedSchema(
  v.pipe(
    v.object({
      id: v.string(),
      /** Federation ids of modules that have a slot but no release. */
      empty: v.array(v.string()),
      /** The hash of every page. */
      pages: integrityByName,
      /** The stored name of `checkedHashes`: of pages whose styles were checked, for this or an earlier deployment. */
      tried: v.optional(v.array(v.string()), []),
    }),
    v.transform(({ tried, ...index }) => ({ ...index, checkedHashes: tried })),
  ),
);

/** @throws Error if the bytes are not the index of a deployment */
export const parseDeploymentIndex = (id: string, bytes: Buffer) =>
  parseDocument(deploymentIndex, keys.deployment(id), bytes);

/** @returns null if the index, which is written last, is not in the store */
export async function readDeploymentIndex(store: ReadableStore, id: string) {
  const bytes = await store.get(keys.deployment(id));
  return bytes && parseDeploymentIndex(id, bytes);
}

/** Whether the store has the index of a deployment, every page, and every compressed copy. */
export async function isDeploymentStored(store: ReadableStore, id: string): Promise<boolean> {
  const index = await readDeploymentIndex(store, id).catch(() => null);
  if (!index) return false;
  const objectKeys = Object.keys(index.pages).flatMap((page) =>
    listWithCopies(keys.page(id, page)),
  );
  return (await store.sizesOf(objectKeys)).size === objectKeys.length;
}

/** Reads the compressed copies of a page from another deployment; null if that page differs or a copy is damaged. */
async function readCopies(
  { store, reuseFrom }: { store: ReadableStore; reuseFrom: v.InferOutput<typeof deploymentIndex> },
  page: string,
  bytes: Buffer,
) {
  if (reuseFrom.pages[page] !== integrityOf(bytes)) return null;
  const copies: [string, Buffer][] = [[page, bytes]];
  for (const { encoding, key } of listCopies(page)) {
    const copy = await store.get(keys.page(reuseFrom.id, key));
    if (!copy || !(await isCopyOf(bytes, copy, encoding))) return null;
    copies.push([key, copy]);
  }
  return copies;
}

/** Compresses the pages, apart from those whose copies are in the deployment `reuseFromId`. */
async function compressPages(
  { store, compress }: Pick<ReleaseTool, 'store' | 'compress'>,
  pages: Deployment['pages'],
  reuseFromId: string | null,
) {
  const reuseFrom =
    reuseFromId === null ? null : await readDeploymentIndex(store, reuseFromId).catch(() => null);
  const copiedFiles = new SpooledFiles();
  const addFiles = (files: readonly (readonly [string, Buffer])[]) => {
    for (const [name, content] of files) copiedFiles.set(name, content);
  };
  let size = 0;
  await sideBySide([...pages.keys()], async (page) => {
    const bytes = pages.get(page) ?? Buffer.of();
    const copies = reuseFrom && (await readCopies({ store, reuseFrom }, page, bytes));
    if (copies) addFiles(copies);
    else if (listCopies(page).length > 0) size += bytes.byteLength;
  });
  const newPages = [...pages.keys()].filter((page) => !copiedFiles.has(page));
  await sideBySide(newPages, async (page) =>
    addFiles(await makeCopies(compress, page, pages.get(page) ?? Buffer.of(), chooseLevel(size))),
  );
  return copiedFiles;
}

/**
 * Stores the markup of a deployment, then its pages with compressed copies, and then its index.
 * @param reuseFromId a deployment that may have some of the same pages, which are not compressed again
 * @param checkedHashes hashes of the pages whose styles were checked in a browser
 * @returns false if the deployment was stored already
 */
export async function storeDeployment(
  tool: Pick<ReleaseTool, 'store' | 'compress'>,
  { id, pages, empty, newCacheEntries }: Deployment,
  reuseFromId: string | null = null,
  checkedHashes: readonly string[] = [],
): Promise<boolean> {
  await cacheMarkup(tool.store, newCacheEntries);
  if (await isDeploymentStored(tool.store, id)) return false;
  const files = await compressPages(tool, pages, reuseFromId);
  const hashes: Record<string, string> = {};
  for (const [name, bytes] of pages) hashes[name] = integrityOf(bytes);
  const content = { id, empty, pages: hashes, tried: checkedHashes };
  const text = formatDocument(deploymentIndex, keys.deployment(id), seal(content));
  await tool.store.putDeployment(id, files, Buffer.from(text));
  return true;
}

/** Reads the pages of a stored deployment; null if one of them or the index is not in the store. */
export async function readDeployment(store: Store, id: string): Promise<Deployment | null> {
  const index = await readDeploymentIndex(store, id);
  if (!index) return null;
  const pages = new SpooledFiles();
  for (const name of Object.keys(index.pages)) {
    const bytes = await store.get(keys.page(id, name));
    if (!bytes) return null;
    pages.set(name, bytes);
  }
  return { id, pages, empty: index.empty, newCacheEntries: [] };
}

const knownPins = new WeakMap<
  Deployment['pages'],
  readonly Readonly<{ name: string; pins: Pins }>[]
>();

/**
 * Returns the pins of every page.
 * @throws UserError naming a page without pins, whose files cannot be known
 */
export function readPinsOfPages({ pages }: Pick<Deployment, 'pages'>) {
  const cachedPins = knownPins.get(pages);
  if (cachedPins) return cachedPins;
  // All pages of a data route have the same pins, which are parsed once.
  const pinsByText = new Map<string, Pins>();
  const records = [...pages.keys()].flatMap((name) => {
    if (!name.endsWith('.html')) return [];
    const text = pinsText(String(pages.get(name)));
    const pins = text === undefined ? null : (pinsByText.get(text) ?? parsePins(text));
    if (text !== undefined && pins) pinsByText.set(text, pins);
    else throw new UserError(`${name} has no pins, and the live site is unchanged.`);
    return [{ name, pins }];
  });
  knownPins.set(pages, records);
  return records;
}

/** Returns the names of the remotes that a deployment's pages pin. */
export const findPinnedRemotes = (deployment: Deployment): ReadonlySet<string> =>
  new Set(readPinsOfPages(deployment).flatMap(({ pins }) => Object.keys(pins.remotes)));
