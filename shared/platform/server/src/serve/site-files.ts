import { existsSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { isCompressible } from '@composed/release/store/compress';
import { readDeploymentIndex } from '@composed/release/deployments';
import { listShownDeployments, findExpectedAliases } from '@composed/release/ledger';
import { keys, parseCanaryTarget, type Store } from '@composed/release/store';
import { followLedger, type Log, pollInterval } from './follow-ledger';

/** Content coding → extension of the compressed copy, best first. */
const codings = { br: '.br', gzip: '.gz' };

export interface ServedFile {
  readonly body: Buffer;
  /** The content coding of `body`, or null for the uncompressed file. */
  readonly coding: string | null;
  readonly etag: string;
  /** The id of a page's deployment, or null for files of releases, which many deployments share. */
  readonly deployment: string | null;
}

/**
 * Returns a function that reads a file in the best coding that the client accepts, or null for a missing file.
 * @param find resolves a folder ('live', 'canary/<bucket>', 'previews/<name>' or 'assets') to its path or key prefix,
 *   which ends with the id of the deployment, or to null if the folder or the file does not exist
 * @param read reads a file by its path, and resolves to null for a missing file
 */
export function createReader(
  find: (folder: string, file: string) => Promise<string | null>,
  read: (path: string) => Promise<Buffer | null>,
) {
  return async (
    folder: string,
    file: string,
    acceptEncoding: string,
  ): Promise<ServedFile | null> => {
    const base = await find(folder, file);
    if (base === null) return null;
    const target = path.join(base, file);
    // The URL of a release's file contains a content hash, so its tag needs none.
    const deployment = folder === 'assets' ? null : path.basename(base);
    const tag = deployment === null ? 'file' : `${deployment}/${file}`;
    const headers = { 'accept-encoding': acceptEncoding };
    const accepted = new Negotiator({ headers }).encodings(Object.keys(codings));
    for (const [coding, ending] of [...Object.entries(codings), [null, ''] as const]) {
      // Only text files have compressed copies. Next to another file, such a name belongs to an orphan.
      if (coding !== null && !(isCompressible(file) && accepted.includes(coding))) continue;
      const body = await read(`${target}${ending}`);
      const etag = coding === null ? `"${tag}"` : `"${tag}-${coding}"`;
      if (body) return { body, coding, etag, deployment };
    }
    return null;
  };
}

/**
 * Reads the files of a site from a folder, and keeps them in memory until they change.
 * @param folder SITE_DIR
 */
export function followFolder(folder: string) {
  const memory = new LRUCache<string, Buffer>({
    maxSize: 64 * 1024 * 1024,
    // Adds the overhead of an entry, so that the number of small files is limited too.
    sizeCalculation: ({ byteLength }) => 200 + byteLength,
  });
  const reads = { memory: 0, store: 0 };
  async function read(file: string): Promise<Buffer | null> {
    const stats = await stat(file).catch(() => null);
    if (!stats?.isFile()) return null;
    // An operator may repair a damaged file while the server runs, so size and time are part of the key.
    const version = `${file} ${stats.ino} ${stats.size} ${stats.mtimeMs}`;
    const known = memory.get(version);
    reads[known ? 'memory' : 'store'] += 1;
    if (known) return known;
    const body = await readFile(file).catch(() => null);
    if (body) memory.set(version, body);
    return body;
  }
  // Resolves the alias once, since it may move while a request is served.
  const find = (name: string) => realpath(path.join(folder, name)).catch(() => null);
  return {
    readSiteFile: createReader(find, read),
    reads,
    /** Whether a bucket gets the canary. If the canary ends before its page is read, the visitor gets the live page. */
    getsCanary: (visitorBucket: string) => existsSync(path.join(folder, 'canary', visitorBucket)),
  };
}

export type SiteFiles = Pick<ReturnType<typeof followFolder>, 'readSiteFile' | 'getsCanary'>;

/** Lists the assets of all releases in the bucket, so that requests for invented names never reach the bucket. */
function followAssets(store: Store) {
  let names: ReadonlySet<string> = new Set();
  let listedAt = -pollInterval;
  let listing: Promise<void> | null = null;
  const list = async () => {
    await sleep(Math.max(0, listedAt + pollInterval - performance.now()));
    listedAt = performance.now();
    names = new Set((await store.list('assets/')).map(({ key }) => key));
  };
  const update = () => {
    listing ??= list().finally(() => {
      listing = null;
    });
    return listing;
  };
  return {
    update,
    has: (key: string) => names.has(key),
    /** Whether an asset exists. Lists again if it is unknown, since another server may already serve a newer page. */
    exists: async (key: string) => names.has(key) || update().then(() => names.has(key)),
  };
}

/**
 * Reads the files of a site from a bucket, and follows its ledger. A new deployment is shown once its index is read.
 */
export async function followBucket(store: Store, log: Log) {
  let shownAliases: ReadonlyMap<string, string> = new Map();
  /** The keys of all pages of these aliases. Other keys cause no request to the bucket. */
  let pages: ReadonlySet<string> = new Set();
  const assets = followAssets(store);
  const follower = await followLedger(store, log, async (ledger) => {
    const targets = findExpectedAliases(ledger);
    await assets.update();
    const indexes = await Promise.all(
      listShownDeployments(ledger).map(({ deployment }) => readDeploymentIndex(store, deployment)),
    );
    pages = new Set(
      indexes.flatMap((index) =>
        Object.keys(index?.pages ?? {}).map((page) => keys.page(index?.id ?? '', page)),
      ),
    );
    shownAliases = targets;
  });
  const canary = () => parseCanaryTarget(shownAliases.get('canary') ?? '');
  const find = async (folder: string, file: string) => {
    if (folder === 'assets') return (await assets.exists(`assets/${file}`)) ? folder : null;
    const isCanary = folder.startsWith('canary/');
    const deployment = isCanary ? canary()?.deployment : shownAliases.get(folder);
    return deployment && pages.has(keys.page(deployment, file))
      ? `deployments/${deployment}`
      : null;
  };
  // `find` has checked that the file exists, so only its compressed copies may be missing.
  const readObject = async (key: string) =>
    !key.startsWith('assets/') || assets.has(key) ? store.get(key) : null;
  return {
    readSiteFile: createReader(find, readObject),
    getsCanary: (visitorBucket: string) => Number(visitorBucket) < (canary()?.share ?? 0),
    reads: store.reads ?? { memory: 0, store: 0 },
    ...follower,
  };
}
