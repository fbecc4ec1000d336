import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { BucketLocation } from '@composed/command/environment';
import { type BucketObject, BucketObjects } from './bucket-objects';
import { readBundle, writeBundle } from './bundle';
import { PublicFiles } from './public-files';
import { checkKey, deploymentOf, keys, type Alias, refuseOther, type Store } from './store';

/** Sorts the newest first, so that it is found with one request however many there are. */
const ledgerKey = (revision: number) =>
  `ledger/${String(99_999_999 - revision).padStart(8, '0')}.json`;
const revisionOf = (key: string) => 99_999_999 - Number.parseInt(key.split('/')[1] ?? '', 10);

const isForComposing = (key: string) =>
  /^(?:releases|assets)\//.test(key) && !key.includes('/maps/');

/**
 * The most objects to ask for their sizes one by one. For more, their folders are listed, a thousand with each request.
 */
const maxAtOnce = 8;

/** The folders of the apps that hold these objects, or for more than two apps the folders of all. */
function foldersOf(objects: readonly string[]): string[] {
  const folders = (depth: RegExp) => new Set(objects.flatMap((key) => depth.exec(key) ?? []));
  const ofOne = folders(/^(?:assets|releases\/[^/]+)\/[^/]+\//);
  return [...(ofOne.size > 2 ? folders(/^[^/]+\//) : ofOne)];
}

/** Attempts to create the same object at once, of which only one may succeed. */
const contenders = 32;

/**
 * A store in a bucket that speaks S3.
 *
 * The files for a website or CDN over the bucket have their addresses as keys: assets/, index.html,
 * preview/<name>/index.html and so on. Everything else is under private/: the other keys of every store, and
 * deployments/<id>.json, each a whole deployment, so that one request finds it or not · live.alias, canary.alias,
 * previews.<name>.alias · ledger/<99999999 - revision>.json, which are kept for ever and have no gaps
 */
export class BucketStore implements Store {
  readonly checksItself = true;
  readonly reads = { memory: 0, store: 0 };
  readonly name: string;
  /** Object → its files, by key. A deployment is one object, and no object ever changes. */
  private readonly cache = new LRUCache<string, ReadonlyMap<string, Buffer>>({
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: (files) =>
      [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 200),
  });
  private public: PublicFiles;
  private readonly privateObjects: BucketObjects;
  /** The highest revision of the ledger that this process has seen. */
  private lastRevision = 0;
  /** Keys that this command has composed from, or put for the next. */
  private readonly composedKeys = new Set<string>();

  constructor(
    location: BucketLocation,
    private readonly publicObjects = new BucketObjects(location),
  ) {
    this.name = publicObjects.name;
    this.privateObjects = publicObjects.privateObjects;
    this.public = new PublicFiles(publicObjects, this.privateObjects);
  }

  private objectsAt(key: string): BucketObjects {
    return key.startsWith('assets/') ? this.publicObjects : this.privateObjects;
  }

  /** Tries conditional writes: of several processes that create one object, exactly one must succeed. */
  async checkAccess(access: 'write' | 'conditions'): Promise<string> {
    if (access !== 'conditions') return 'Nothing was tried.';
    const key = `probe/${randomUUID()}`;
    const texts = Array.from({ length: contenders }, (_, n) => Buffer.from(String(n)));
    try {
      const created = await Promise.all(texts.map((text) => this.privateObjects.create(key, text)));
      const storedBytes = await this.privateObjects.read(key);
      // A process whose first response was lost retries, and hears that the key is taken.
      const isOnlyWinner = texts.some((text, n) => storedBytes?.equals(text) && created[n]);
      const winners = created.filter(Boolean).length;
      if (winners === 0 ? storedBytes : winners === 1 && isOnlyWinner) {
        return `Of ${contenders} who created the same object at once ${winners} succeeded: the store keeps publishers apart.`;
      }
      throw new Error(
        `${this.name} cannot be used: of ${contenders} who created the same object at once, ${winners} were told that they succeeded, so it would lose releases; update that store or use another one.`,
      );
    } finally {
      await this.privateObjects.remove(key);
    }
  }

  async putImmutable(key: string, bytes: Uint8Array): Promise<void> {
    if (!(await this.objectsAt(checkKey(key)).create(key, bytes))) {
      refuseOther(key, await this.objectsAt(key).read(key), bytes);
    }
    this.keep(key, Buffer.from(bytes));
    if (isForComposing(key)) this.composedKeys.add(key);
  }

  async putDeployment(id: string, files: ReadonlyMap<string, Buffer>, index: Buffer) {
    const filesByKey = new Map([...files].map(([file, bytes]) => [keys.page(id, file), bytes]));
    filesByKey.set(keys.deployment(id), index);
    // A deployment that is stored already has the same pages, perhaps with other compressed copies.
    const isOurs = await this.privateObjects.create(
      keys.deployment(id),
      await writeBundle(filesByKey),
    );
    if (isOurs) this.cache.set(keys.deployment(id), filesByKey);
  }

  async get(key: string): Promise<Buffer | null> {
    const deployment = deploymentOf(checkKey(key));
    const object = deployment === undefined ? key : keys.deployment(deployment);
    // The object of the alias holds the index of the live deployment, too: no page has to be read for it.
    const isIndex = deployment !== undefined && key === object && !this.cache.has(object);
    const cachedBytes = isIndex ? this.public.publisherCache().get(key) : undefined;
    const bytes = cachedBytes ?? (await this.filesOf(object))?.get(key) ?? null;
    if (bytes && isForComposing(key)) this.composedKeys.add(key);
    return bytes;
  }

  /** The files of an object, which is read once. Some are in the cache of the last publisher. */
  private async filesOf(object: string): Promise<ReadonlyMap<string, Buffer> | null> {
    const isWhole = deploymentOf(object) === undefined;
    const cachedBytes = isWhole ? this.public.publisherCache().get(object) : undefined;
    const knownFiles = this.cache.get(object) ?? (cachedBytes && new Map([[object, cachedBytes]]));
    this.reads[knownFiles ? 'memory' : 'store'] += 1;
    if (knownFiles) return knownFiles;
    const bytes = await this.objectsAt(object).read(object);
    if (!bytes) return null;
    const files = isWhole ? new Map([[object, bytes]]) : await readBundle(bytes);
    this.cache.set(object, files);
    return files;
  }

  private keep(key: string, bytes: Buffer): void {
    this.cache.set(key, new Map([[key, bytes]]));
  }

  async sizesOf(objectKeys: readonly string[]) {
    const sizes = new Map<string, number>();
    const objects = new Set(objectKeys.filter((key) => deploymentOf(checkKey(key)) === undefined));
    // Files are read one after the other, since the first read fetches the whole deployment.
    for (const key of objectKeys) {
      const file = objects.has(key) ? null : await this.get(key);
      if (file) sizes.set(key, file.byteLength);
    }
    const look = async (prefix: string) => {
      for (const { key, bytes } of await this.list(prefix))
        if (objects.has(key)) sizes.set(key, bytes);
    };
    const objectList = [...objects];
    await Promise.all(
      (objectList.length > maxAtOnce ? foldersOf(objectList) : objectList).map(look),
    );
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
   * Another process may finish the same move, and a third one store the source again before it is removed here. So the
   * target is put once more afterwards.
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
    const bytes = revision && (await this.get(ledgerKey(revision)));
    return bytes ? { revision, text: bytes.toString('utf8') } : null;
  }

  async swapLedger(expectedRevision: number, text: string): Promise<boolean> {
    // Revisions have no gaps, so a revision that was seen is not looked for again.
    if (expectedRevision > this.lastRevision && (await this.newestRevision()) !== expectedRevision)
      return false;
    const key = ledgerKey(expectedRevision + 1);
    const bytes = Buffer.from(text);
    // The SDK repeats a request whose response was lost, which then finds our own object.
    const isOurs =
      (await this.privateObjects.create(key, bytes)) ||
      (await this.privateObjects.read(key))?.equals(bytes);
    if (!isOurs) return false;
    this.keep(key, bytes);
    this.lastRevision = expectedRevision + 1;
    return true;
  }

  async now(): Promise<Date> {
    await this.newestRevision();
    return this.privateObjects.now();
  }

  /** Forgets what was read: other processes may have removed it. */
  async sweep(): Promise<void> {
    this.cache.clear();
    this.composedKeys.clear();
    this.public = new PublicFiles(this.publicObjects, this.privateObjects);
  }

  async point(alias: Alias, target: string | null): Promise<void> {
    // A canary has no public keys: servers that route visitors to it read the ledger.
    const deployment = alias === 'canary' ? null : target;
    const files = deployment === null ? new Map() : await this.filesOf(keys.deployment(deployment));
    if (!files) throw new Error(`The deployment ${deployment ?? ''} is not in ${this.name}.`);
    const index = deployment === null ? '' : keys.deployment(deployment);
    const indexFile = new Map([...files].filter(([key]) => key === index));
    const contents = alias === 'live' ? new Map([...this.nextCache(), ...indexFile]) : indexFile;
    await this.public.point(alias, target, files, contents);
  }

  aliases(): Promise<ReadonlyMap<Alias, string>> {
    return this.public.aliases();
  }

  /**
   * The files that this command has composed from, and as many again of the last cache, such as those of the release
   * before, since the next command needs most of them. A command that composed nothing leaves the cache as it was.
   */
  private nextCache(): ReadonlyMap<string, Buffer> {
    const last = this.public.publisherCache();
    const older = [...last.keys()].filter(
      (key) => isForComposing(key) && !this.composedKeys.has(key),
    );
    const recent = [...older, ...this.composedKeys].slice(-2 * this.composedKeys.size);
    const contents = [...recent, ledgerKey(this.lastRevision)].flatMap((key) => {
      const bytes = this.cache.get(key)?.get(key) ?? last.get(key);
      return bytes ? [[key, bytes] as const] : [];
    });
    return new Map(contents);
  }

  /** 0 in a new store. */
  private async newestRevision(): Promise<number> {
    // Keys of revisions begin with a 9. Other objects, such as a console's own for a folder, are none.
    const [newest] = (await this.privateObjects.list('ledger/9', { MaxKeys: 1 })).objects;
    return (this.lastRevision = newest ? revisionOf(newest.key) : 0);
  }
}
