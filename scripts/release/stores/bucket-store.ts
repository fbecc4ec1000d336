import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as v from 'valibot';
import { integrityOf } from '../../build/integrity';
import type { BucketPlace } from '../../environment';
import { type BucketObject, BucketObjects } from './bucket-objects';
import { ByteCache } from './byte-cache';
import { checkKey, keys, KeyTaken, type LedgerText, type Pointer, type Store } from './store';

/** Newest first in a list, so that the newest is found with one request however many there are. */
const ledgerKey = (revision: number) =>
  `ledger/${String(99_999_999 - revision).padStart(8, '0')}.json`;
const revisionOf = (key: string) => 99_999_999 - Number.parseInt(key.split('/')[1] ?? '', 10);

/** Where the files of a pointer are for everybody. */
const publicPrefix = (pointer: Pointer) =>
  pointer === 'live' ? '' : `${pointer.replace(/^previews/, 'preview')}/`;

/** pointers/<pointer>: written after the public files that it names. */
const pointing = v.object({
  target: v.string(),
  /** Public key → what was put there. */
  files: v.record(v.string(), v.object({ etag: v.string(), integrity: v.string() })),
});
type Pointing = v.InferOutput<typeof pointing>;

/** Key → base64 of its bytes; stored as JSON in gzip. */
const bundle = v.record(v.string(), v.string());

/** How many create the same object at once before a store is believed to let one of them win. */
const contenders = 32;

/**
 * A store in a bucket that speaks S3. Beside the keys of every store:
 *
 * compositions/<id>.json holds the whole composition, so that it is there or not with one request ·
 * pointers/<pointer> · index.html, preview/<name>/index.html and so on: what a website or CDN over the
 * bucket serves · ledger/<99999999 - revision>.json, which are kept for ever: a row without gaps
 */
export class BucketStore implements Store {
  readonly checksItself = true;
  readonly name: string;
  private readonly cache = new ByteCache();
  /** The composition that was put or read last, and the pointers as they were read, by their ETags. */
  private lastBundle: { id: string; files: Map<string, Buffer> } | null = null;
  private readonly marks = new Map<string, { etag: string; pointing: Pointing }>();

  constructor(
    place: BucketPlace,
    private readonly objects = new BucketObjects(place),
  ) {
    this.name = objects.name;
  }

  async checkPlace(access: 'read' | 'write' | 'conditions'): Promise<void> {
    if (access === 'conditions' || (access === 'write' && !(await this.newestRevision()))) {
      await this.checkConditions();
    }
  }

  async putImmutable(key: string, bytes: Uint8Array): Promise<void> {
    if (!(await this.objects.create(checkKey(key), bytes))) {
      if (!(await this.objects.read(key))?.equals(bytes)) throw new KeyTaken(key);
    }
    this.cache.set(key, Buffer.from(bytes));
  }

  async putComposition(id: string, files: ReadonlyMap<string, Buffer>, record: Buffer) {
    const all = new Map([...files].map(([file, bytes]) => [keys.page(id, file), bytes]));
    all.set(keys.composition(id), record);
    const contents = [...all].map(([key, bytes]) => [key, bytes.toString('base64')]);
    const text = JSON.stringify(Object.fromEntries(contents));
    // The same pages, perhaps with other compressed copies, do as well.
    const isOurs = await this.objects.create(keys.composition(id), await promisify(gzip)(text));
    if (isOurs) this.lastBundle = { id, files: all };
  }

  /** What is under a key never changes, so it is read once. */
  async get(key: string): Promise<Buffer | null> {
    const known = this.cache.get(checkKey(key));
    if (known !== undefined) return known;
    const composition = /^compositions\/([^/]+?)(?:\.json$|\/)/.exec(key)?.[1];
    if (composition !== undefined) {
      const files = await this.readBundle(composition);
      for (const [name, bytes] of files ?? []) this.cache.set(name, bytes);
      if (files && !files.has(key)) this.cache.set(key, null);
      return files?.get(key) ?? null;
    }
    const bytes = await this.objects.read(key);
    if (bytes) this.cache.set(key, bytes);
    return bytes;
  }

  list(prefix: string): Promise<BucketObject[]> {
    return this.objects.list(`${checkKey(prefix.replace(/\/$/, ''))}/`);
  }

  async remove(key: string): Promise<void> {
    this.cache.delete(key);
    await this.objects.remove(checkKey(key));
  }

  /**
   * Somebody else may finish the same move, and a third one store the source again, before our removal
   * takes that away: so the target is there once more afterwards.
   */
  async move(from: string, to: string): Promise<void> {
    const bytes = await this.objects.read(checkKey(from));
    if (!bytes) return;
    await this.objects.put(checkKey(to), bytes);
    await this.remove(from);
    await this.objects.create(to, bytes);
  }

  async readLedger(): Promise<LedgerText | null> {
    const revision = await this.newestRevision();
    const bytes = revision && (await this.get(ledgerKey(revision)));
    return bytes ? { revision, text: bytes.toString('utf8') } : null;
  }

  async swapLedger(expected: number, text: string): Promise<boolean> {
    if ((await this.newestRevision()) !== expected) return false;
    const key = ledgerKey(expected + 1);
    const bytes = Buffer.from(text);
    if (await this.objects.create(key, bytes)) {
      this.cache.set(key, bytes);
      return true;
    }
    // A creation whose answer was lost is sent again, and then finds its own.
    return (await this.objects.read(key))?.equals(bytes) ?? false;
  }

  async point(pointer: Pointer, target: string | null): Promise<void> {
    const prefix = publicPrefix(pointer);
    // Public keys hold what is live: who routes a canary reads the ledger.
    const composition = pointer === 'canary' ? null : target;
    const [files, stored] = await Promise.all([
      composition === null ? new Map<string, Buffer>() : this.readBundle(composition),
      this.objects.list(prefix, { Delimiter: '/' }),
    ]);
    if (!files) throw new Error(`The composition ${composition ?? ''} is not in ${this.name}.`);
    const before = (await this.readMark(pointer))?.files ?? {};
    const tags = new Map(stored.map(({ key, etag }) => [key, etag]));
    const after: Pointing['files'] = {};
    const put = async ([name, bytes]: [string, Buffer]) => {
      const key = prefix + name;
      const integrity = integrityOf(bytes);
      const known = before[key];
      const isThere = known?.integrity === integrity && known.etag === tags.get(key);
      after[key] = isThere ? known : { etag: await this.objects.put(key, bytes), integrity };
    };
    const named = [...files].flatMap(([key, bytes]): [string, Buffer][] => {
      const name = key.split('/').slice(2).join('/');
      return name === '' ? [] : [[name, bytes]];
    });
    const isPage = ([name]: [string, Buffer]) => name.includes('.html');
    await Promise.all(named.filter((file) => !isPage(file)).map(put));
    await Promise.all(named.filter(isPage).map(put));
    const gone = Object.keys(before).filter((key) => !(key in after));
    await Promise.all(gone.map((key) => this.objects.remove(key)));
    const key = `pointers/${checkKey(pointer)}`;
    this.marks.delete(pointer);
    if (target === null) return this.objects.remove(key);
    const made: Pointing = { target, files: after };
    const etag = await this.objects.put(key, Buffer.from(JSON.stringify(made)));
    this.marks.set(pointer, { etag, pointing: made });
  }

  /** A pointer whose public files are not what it says leads to no composition: point it again. */
  async pointers(): Promise<ReadonlyMap<Pointer, string>> {
    const marks = await this.objects.list('pointers/');
    const found = new Map<Pointer, string>();
    const read = async ({ key, etag }: BucketObject) => {
      const pointer = key.slice('pointers/'.length) as Pointer;
      const [mark, stored] = await Promise.all([
        this.readMark(pointer, etag),
        this.objects.list(publicPrefix(pointer), { Delimiter: '/' }),
      ]);
      if (!mark) return;
      const { target, files } = mark;
      const tags = new Map(stored.map((object) => [object.key, object.etag]));
      const isWhole = Object.entries(files).every(([file, { etag }]) => tags.get(file) === etag);
      found.set(pointer, isWhole ? target : `a part of ${target}`);
    };
    await Promise.all(marks.map(read));
    return new Map([...found].sort());
  }

  /** There are no temporary files; but what others have removed must not be taken for stored. */
  async sweep(): Promise<void> {
    this.cache.clear();
    this.lastBundle = null;
  }

  /** 0 in a new store. */
  private async newestRevision(): Promise<number> {
    const [newest] = await this.objects.list('ledger/', { MaxKeys: 1 });
    return newest ? revisionOf(newest.key) : 0;
  }

  /** @param etag of the object, where it was just listed */
  private async readMark(pointer: Pointer, etag?: string): Promise<Pointing | null> {
    const known = this.marks.get(pointer);
    const isCurrent = etag === undefined || etag === known?.etag;
    if (known && isCurrent) return known.pointing;
    const bytes = await this.objects.read(`pointers/${checkKey(pointer)}`);
    if (!bytes) return null;
    const found = v.parse(pointing, JSON.parse(bytes.toString('utf8')));
    this.marks.set(pointer, { etag: etag ?? '', pointing: found });
    return found;
  }

  private async readBundle(id: string): Promise<Map<string, Buffer> | null> {
    if (this.lastBundle?.id === id) return this.lastBundle.files;
    const bytes = await this.objects.read(keys.composition(id));
    if (!bytes) return null;
    const text = await promisify(gunzip)(bytes);
    const contents = v.parse(bundle, JSON.parse(text.toString('utf8')));
    const files = new Map(
      Object.entries(contents).map(([key, text]) => [key, Buffer.from(text, 'base64')]),
    );
    this.lastBundle = { id, files };
    return files;
  }

  /** @throws Error when not exactly one of many who create the same object at once succeeds */
  private async checkConditions(): Promise<void> {
    const key = `probe/${randomUUID()}`;
    const texts = Array.from({ length: contenders }, (_, n) => Buffer.from(String(n)));
    try {
      const created = await Promise.all(texts.map((text) => this.objects.create(key, text)));
      const winner = texts[created.indexOf(true)];
      const winners = created.filter(Boolean).length;
      if (winners === 1 && winner && (await this.objects.read(key))?.equals(winner)) return;
      throw new Error(
        `${this.name} cannot be used: of ${contenders} who created the same object at once, ${winners} were told that they succeeded, so it would lose releases; update that store or use another one.`,
      );
    } finally {
      await this.objects.remove(key);
    }
  }
}
