import { existsSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { isText } from '@composed/release/store/compress';
import { readDeploymentIndex } from '@composed/release/deployments';
import { shownDeployments, wantedAliases } from '@composed/release/ledger';
import { keys, parseCanaryTarget, type Store } from '@composed/release/store';
import { followLedger, type Log, pollEvery } from './follow-ledger';

/** Content coding → ending of the compressed copy, best first. */
const codings = { br: '.br', gzip: '.gz' };

export interface ServedFile {
  readonly body: Buffer;
  /** Content coding of `body`, or null where it is the file itself. */
  readonly coding: string | null;
  /** The tag of this content in this coding. */
  readonly etag: string;
  /** The deployment of a page; null for files of releases, which many deployments have. */
  readonly deployment: string | null;
}

/**
 * Reads files in the best coding that is accepted; null for a missing file.
 * @param find the path or prefix of a folder: 'live', 'canary/<bucket>', 'previews/<name>' or 'assets'. Its last
 *   part is the id of a deployment. Null where there is no such folder or file.
 * @param read reads a file by its path; null for a missing file
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
    // The address of a release's file names its content already.
    const deployment = folder === 'assets' ? null : path.basename(base);
    const tag = deployment === null ? 'file' : `${deployment}/${file}`;
    const headers = { 'accept-encoding': acceptEncoding };
    const accepted = new Negotiator({ headers }).encodings(Object.keys(codings));
    for (const [coding, ending] of [...Object.entries(codings), [null, ''] as const]) {
      // Only texts have copies: beside another file such a name is that of an orphan.
      if (coding !== null && !(isText(file) && accepted.includes(coding))) continue;
      const body = await read(`${target}${ending}`);
      const etag = coding === null ? `"${tag}"` : `"${tag}-${coding}"`;
      if (body) return { body, coding, etag, deployment };
    }
    return null;
  };
}

/**
 * The files of a site folder, and its canary. A file stays in memory until it changes.
 * @param folder SITE_DIR
 */
export function followFolder(folder: string) {
  const memory = new LRUCache<string, Buffer>({
    maxSize: 64 * 1024 * 1024,
    // An entry takes memory beside its bytes, so that many small files are bounded too.
    sizeCalculation: ({ byteLength }) => 200 + byteLength,
  });
  const reads = { memory: 0, store: 0 };
  async function read(file: string): Promise<Buffer | null> {
    const stats = await stat(file).catch(() => null);
    if (!stats?.isFile()) return null;
    // A damaged file may be repaired while the store is served, so size and time are part of the key.
    const version = `${file} ${stats.ino} ${stats.size} ${stats.mtimeMs}`;
    const known = memory.get(version);
    reads[known ? 'memory' : 'store'] += 1;
    if (known) return known;
    const body = await readFile(file).catch(() => null);
    if (body) memory.set(version, body);
    return body;
  }
  // An alias may move between two requests, so one request uses the real path.
  const find = (name: string) => realpath(path.join(folder, name)).catch(() => null);
  return {
    readSiteFile: createReader(find, read),
    reads,
    /** Whether a bucket gets the canary. If the canary ends meanwhile, its visitors get what is live. */
    getsCanary: (visitorBucket: string) => existsSync(path.join(folder, 'canary', visitorBucket)),
  };
}

export type SiteFiles = Pick<ReturnType<typeof followFolder>, 'readSiteFile' | 'getsCanary'>;

/** Follows which assets exist, also of earlier releases, so that requests for invented names never reach the bucket. */
function followAssets(store: Store) {
  let names: ReadonlySet<string> = new Set();
  let listedAt = -pollEvery;
  let listing: Promise<void> | null = null;
  const list = async () => {
    await sleep(Math.max(0, listedAt + pollEvery - performance.now()));
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
    /** Whether an asset exists, by a new look if need be: other servers may show a newer page already. */
    find: async (key: string) => names.has(key) || update().then(() => names.has(key)),
  };
}

/**
 * Reads the files of a site in a bucket, and follows its ledger. Pages are in memory before they are shown, and are
 * served on while the bucket is unavailable.
 */
export async function followBucket(store: Store, log: Log) {
  let shown: ReadonlyMap<string, string> = new Map();
  /** Keys of all pages; other keys cause no request to the bucket. */
  let pages: ReadonlySet<string> = new Set();
  const assets = followAssets(store);
  const follower = await followLedger(store, log, async (ledger) => {
    const targets = wantedAliases(ledger);
    await assets.update();
    const indexes = await Promise.all(
      shownDeployments(ledger).map(({ deployment }) => readDeploymentIndex(store, deployment)),
    );
    pages = new Set(
      indexes.flatMap((index) =>
        Object.keys(index?.pages ?? {}).map((page) => keys.page(index?.id ?? '', page)),
      ),
    );
    shown = targets;
  });
  const canary = () => parseCanaryTarget(shown.get('canary') ?? '');
  const find = async (folder: string, file: string) => {
    if (folder === 'assets') return (await assets.find(`assets/${file}`)) ? folder : null;
    const deployment = folder.startsWith('canary/') ? canary()?.deployment : shown.get(folder);
    return deployment && pages.has(keys.page(deployment, file))
      ? `deployments/${deployment}`
      : null;
  };
  // From here on only the compressed copies of assets may be missing.
  const readObject = async (key: string) =>
    !key.startsWith('assets/') || assets.has(key) ? store.get(key) : null;
  return {
    readSiteFile: createReader(find, readObject),
    getsCanary: (visitorBucket: string) => Number(visitorBucket) < (canary()?.share ?? 0),
    reads: store.reads ?? { memory: 0, store: 0 },
    ...follower,
  };
}
