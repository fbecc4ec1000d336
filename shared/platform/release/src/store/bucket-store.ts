import { LRUCache } from 'lru-cache';
import type { BucketLocation } from '@composed/command/environment';
import { type BucketObject, BucketObjects, checkConditionalWrites } from './bucket-objects';
import { readBundle, writeBundle } from './bundle';
import { PublicFiles } from './public-files';
import { checkKey, deploymentOf, keys, type Alias, requireSameBytes, type Store } from './store';

/** Newer revisions have smaller keys, so that one request finds the newest of any number. */
const createLedgerKey = (revision: number) =>
  `ledger/${String(99_999_999 - revision).padStart(8, '0')}.json`;
const revisionOf = (key: string) => 99_999_999 - Number.parseInt(key.split('/')[1] ?? '', 10);

const isForComposing = (key: string) =>
  /^(?:releases|assets)\//.test(key) && !key.includes('/maps/');

/** The most objects whose sizes are requested one by one. For more, their folders are listed, 1,000 objects per request. */
const maxAtOnce = 8;

/** Returns the folders of the apps with these objects, or the folders of all apps if there are more than two. */
function foldersOf(objects: readonly string[]): string[] {
  const findFolders = (pattern: RegExp) =>
    new Set(objects.flatMap((key) => pattern.exec(key) ?? []));
  const appFolders = findFolders(/^(?:assets|releases\/[^/]+)\/[^/]+\//);
  return [...(appFolders.size > 2 ? findFolders(/^[^/]+\//) : appFolders)];
}

/**
 * A store in a bucket that speaks S3.
 *
 * Files that a website of the bucket or a CDN serves have their addresses as keys: assets/, index.html,
 * preview/<name>/index.html and so on. Everything else is under private/:
 * - the other keys of every store;
 * - deployments/<id>.json, a whole deployment in one object, so that it is stored either completely or not at all;
 * - live.alias, canary.alias, previews.<name>.alias;
 * - ledger/<99999999 - revision>.json, which are never removed and have no gaps.
 */
export class BucketStore implements Store {
  readonly checksItself = true;
  readonly reads = { memory: 0, store: 0 };
  readonly name: string;
  /** Key of an object → the files in it, by key. A deployment is one object, and objects never change. */
  private readonly cache = new LRUCache<string, ReadonlyMap<string, Buffer>>({
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: (files) =>
      [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 200),
  });
  private publicFiles: PublicFiles;
  private readonly privateObjects: BucketObjects;
  /** The highest revision of the ledger that this process has seen. */
  private lastRevision = 0;
  /** Keys of files that this command has read for composing, or stored. */
  private readonly composedKeys = new Set<string>();

  constructor(
    location: BucketLocation,
    private readonly publicObjects = new BucketObjects(location),
  ) {
    this.name = publicObjects.name;
    this.privateObjects = publicObjects.privateObjects;
    this.publicFiles = new PublicFiles(publicObjects, this.privateObjects);
  }

  private objectsAt(key: string): BucketObjects {
    return key.startsWith('assets/') ? this.publicObjects : this.privateObjects;
  }

  async checkAccess(access: 'write' | 'conditions'): Promise<string> {
    if (access !== 'conditions') return 'Nothing was tested.';
    return checkConditionalWrites(this.privateObjects);
  }

  async putImmutable(key: string, bytes: Uint8Array): Promise<void> {
    if (!(await this.objectsAt(checkKey(key)).create(key, bytes))) {
      requireSameBytes(key, await this.objectsAt(key).read(key), bytes);
    }
    this.cacheFile(key, Buffer.from(bytes));
    if (isForComposing(key)) this.composedKeys.add(key);
  }

  async putDeployment(id: string, files: ReadonlyMap<string, Buffer>, index: Buffer) {
    const filesByKey = new Map([...files].map(([file, bytes]) => [keys.page(id, file), bytes]));
    filesByKey.set(keys.deployment(id), index);
    // A deployment that is already stored has the same pages, perhaps with other compressed copies.
    const isCreated = await this.privateObjects.create(
      keys.deployment(id),
      await writeBundle(filesByKey),
    );
    if (isCreated) this.cache.set(keys.deployment(id), filesByKey);
  }

  async get(key: string): Promise<Buffer | null> {
    const deployment = deploymentOf(checkKey(key));
    const object = deployment === undefined ? key : keys.deployment(deployment);
    // The object of the live alias also has the index of its deployment, so the deployment need not be read.
    const isIndex = deployment !== undefined && key === object && !this.cache.has(object);
    const cachedBytes = isIndex ? this.publicFiles.publisherCache().get(key) : undefined;
    const bytes = cachedBytes ?? (await this.filesOf(object))?.get(key) ?? null;
    if (bytes && isForComposing(key)) this.composedKeys.add(key);
    return bytes;
  }

  /** Reads the files of an object, if they are not in this process's cache or in the cache of the last publisher. */
  private async filesOf(object: string): Promise<ReadonlyMap<string, Buffer> | null> {
    const isSingleFile = deploymentOf(object) === undefined;
    const cachedBytes = isSingleFile ? this.publicFiles.publisherCache().get(object) : undefined;
    const knownFiles = this.cache.get(object) ?? (cachedBytes && new Map([[object, cachedBytes]]));
    this.reads[knownFiles ? 'memory' : 'store'] += 1;
    if (knownFiles) return knownFiles;
    const bytes = await this.objectsAt(object).read(object);
    if (!bytes) return null;
    const files = isSingleFile ? new Map([[object, bytes]]) : await readBundle(bytes);
    this.cache.set(object, files);
    return files;
  }

  private cacheFile(key: string, bytes: Buffer): void {
    this.cache.set(key, new Map([[key, bytes]]));
  }

  async sizesOf(objectKeys: readonly string[]) {
    const sizes = new Map<string, number>();
    const objects = new Set(objectKeys.filter((key) => deploymentOf(checkKey(key)) === undefined));
    // Files of a deployment are read one after another, since the first read fetches all of them.
    for (const key of objectKeys) {
      const file = objects.has(key) ? null : await this.get(key);
      if (file) sizes.set(key, file.byteLength);
    }
    const addSizes = async (prefix: string) => {
      for (const { key, bytes } of await this.list(prefix))
        if (objects.has(key)) sizes.set(key, bytes);
    };
    const objectList = [...objects];
    const prefixes = objectList.length > maxAtOnce ? foldersOf(objectList) : objectList;
    await Promise.all(prefixes.map(addSizes));
    return sizes;
  }

  async list(prefix: string): Promise<BucketObject[]> {
    checkKey(prefix.replace(/\/$/, ''));
    return (await this.objectsAt(prefix).list(prefix)).objects;
  }

  async remove(key: string): Promise<void> {
    this.cache.delete(key);
    await this.objectsAt(checkKey(key)).remove(key);
  }

  /**
   * Moves an object. Another process may complete the same move, and a third one may store the source again before this
   * one removes it, so the target is created once more at the end.
   */
  async move(from: string, to: string): Promise<void> {
    const bytes = await this.objectsAt(checkKey(from)).read(from);
    if (!bytes) return;
    await this.objectsAt(checkKey(to)).put(to, bytes);
    await this.remove(from);
    await this.objectsAt(to).create(to, bytes);
  }

  async readLedger(wantedRevision?: number) {
    const revision = wantedRevision ?? (await this.newestRevision());
    const bytes = revision && (await this.get(createLedgerKey(revision)));
    return bytes ? { revision, text: bytes.toString('utf8') } : null;
  }

  async swapLedger(expectedRevision: number, text: string): Promise<boolean> {
    // Revisions have no gaps, so the revision before need not be looked for if this process has seen it.
    if (expectedRevision > this.lastRevision && (await this.newestRevision()) !== expectedRevision)
      return false;
    const key = createLedgerKey(expectedRevision + 1);
    const bytes = Buffer.from(text);
    // The SDK retries a request whose response was lost. The retry then finds the object of the first try.
    const isOurs =
      (await this.privateObjects.create(key, bytes)) ||
      (await this.privateObjects.read(key))?.equals(bytes);
    if (!isOurs) return false;
    this.cacheFile(key, bytes);
    this.lastRevision = expectedRevision + 1;
    return true;
  }

  async now(): Promise<Date> {
    await this.newestRevision();
    return this.privateObjects.now();
  }

  /** Forgets everything that was read, since other processes may have removed it. */
  async sweep(): Promise<void> {
    this.cache.clear();
    this.composedKeys.clear();
    this.publicFiles = new PublicFiles(this.publicObjects, this.privateObjects);
  }

  async setAlias(alias: Alias, target: string | null): Promise<void> {
    // A canary has no public files, since the servers that show it to visitors read the ledger.
    const deployment = alias === 'canary' ? null : target;
    const files = deployment === null ? new Map() : await this.filesOf(keys.deployment(deployment));
    if (!files) throw new Error(`The deployment ${deployment ?? ''} is not in ${this.name}.`);
    const index = deployment === null ? '' : keys.deployment(deployment);
    const indexFile = new Map([...files].filter(([key]) => key === index));
    const contents = alias === 'live' ? new Map([...this.nextCache(), ...indexFile]) : indexFile;
    await this.publicFiles.setAlias(alias, target, files, contents);
  }

  aliases(): Promise<ReadonlyMap<Alias, string>> {
    return this.publicFiles.aliases();
  }

  /**
   * Returns the cache for the next command, which needs most of these files: those that this command has composed from,
   * and the same number of older ones, such as those of the release before. If this command has not composed, the last
   * cache stays as it is.
   */
  private nextCache(): ReadonlyMap<string, Buffer> {
    const lastCache = this.publicFiles.publisherCache();
    const olderKeys = [...lastCache.keys()].filter(
      (key) => isForComposing(key) && !this.composedKeys.has(key),
    );
    const allKeys = [...olderKeys, ...this.composedKeys];
    const hasComposed = this.composedKeys.size > 0;
    const composingKeys = hasComposed ? allKeys.slice(-2 * this.composedKeys.size) : olderKeys;
    const contents = [...composingKeys, createLedgerKey(this.lastRevision)].flatMap((key) => {
      const bytes = this.cache.get(key)?.get(key) ?? lastCache.get(key);
      return bytes ? [[key, bytes] as const] : [];
    });
    return new Map(contents);
  }

  /** @returns 0 in an empty store */
  private async newestRevision(): Promise<number> {
    // Keys of revisions begin with a 9. Other objects may be there, such as the one that a console creates for a folder.
    const [newest] = (await this.privateObjects.list('ledger/9', { MaxKeys: 1 })).objects;
    this.lastRevision = newest ? revisionOf(newest.key) : 0;
    return this.lastRevision;
  }
}
