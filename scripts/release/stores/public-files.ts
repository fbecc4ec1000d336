import * as v from 'valibot';
import { integrityOf } from '../../build/integrity';
import type { BucketObjects } from './bucket-objects';
import { pack, unpack } from './bundle';
import { checkKey, keys, type Pointer } from './store';

/** Where the files of a pointer are for everybody. */
const publicPrefix = (pointer: Pointer) =>
  pointer === 'live' ? '' : `${pointer.replace(/^previews/, 'preview')}/`;

/** Where it says what stands there; written last. */
const markKey = (pointer: Pointer) =>
  `${checkKey(pointer).replace(/^previews/, 'preview')}.pointer`;

function pointerOf(key: string): Pointer | null {
  const [, preview, name = ''] = /^(preview\/)?([^/]+)\.pointer$/.exec(key) ?? [];
  if (preview) return `previews/${name}`;
  return name === 'live' || name === 'canary' ? name : null;
}

const pointing = v.object({
  target: v.string(),
  /** Public key → what was put there. */
  files: v.record(v.string(), v.object({ etag: v.string(), integrity: v.string() })),
  /** Key → bytes of objects that the publisher needed the sizes of. */
  sizes: v.record(v.string(), v.number()),
  /** Keys of what it read; what else was brought along, the publisher before it did. */
  read: v.array(v.string()),
});
/** A mark as it was read: with what its publisher read, so that the next one has it with one request. */
interface Mark extends v.InferOutput<typeof pointing> {
  readonly etag: string;
  readonly kept: ReadonlyMap<string, Buffer>;
}
type Brought = Pick<Mark, 'kept' | 'sizes' | 'read'>;
export const nothingBrought: Brought = { kept: new Map(), sizes: {}, read: [] };

/** What a website or CDN over the bucket serves, and the marks that say what of it stands. */
export class PublicFiles {
  private readonly marks = new Map<Pointer, Mark>();
  /** Public key → ETag, as of the last look and what was put since; null before the first. */
  private standing: Map<string, string> | null = null;
  /** As of the last look, or set since. */
  hasTrash = true;

  constructor(private readonly objects: BucketObjects) {}

  /** What the mark of what is live brought along. */
  brought(): Brought {
    return this.marks.get('live') ?? nothingBrought;
  }

  clear(): void {
    this.marks.clear();
    this.standing = null;
    this.hasTrash = true;
  }

  /**
   * Puts what does not stand there yet, takes away what the pointer's last target had more, and marks it.
   * @param files by their keys in the store
   * @param brought what the next publisher may need
   */
  async point(
    pointer: Pointer,
    target: string | null,
    files: ReadonlyMap<string, Buffer>,
    { kept, sizes, read }: Brought,
  ): Promise<void> {
    const standing = this.standing ?? (await this.look());
    const before = (await this.readMark(pointer))?.files ?? {};
    const after: Record<string, { etag: string; integrity: string }> = {};
    const put = async ([name, bytes]: [string, Buffer]) => {
      const key = publicPrefix(pointer) + name;
      const integrity = integrityOf(bytes);
      const known = before[key];
      const isThere = known?.integrity === integrity && known.etag === standing.get(key);
      const made = isThere ? known : { etag: await this.objects.put(key, bytes), integrity };
      after[key] = made;
      standing.set(key, made.etag);
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
    this.marks.delete(pointer);
    if (target === null) return this.objects.remove(markKey(pointer));
    const made = { target, files: after, sizes, read };
    const text = Buffer.from(JSON.stringify(made));
    const etag = await this.objects.put(markKey(pointer), await pack([...kept, ['', text]]));
    this.marks.set(pointer, { ...made, kept, etag });
  }

  /** A pointer whose public files are not what it says leads to no composition: point it again. */
  async pointers(): Promise<ReadonlyMap<Pointer, string>> {
    const standing = await this.look();
    const found = new Map<Pointer, string>();
    const read = async ([key, etag]: [string, string]) => {
      const pointer = pointerOf(key);
      const mark = pointer && (await this.readMark(pointer, etag));
      if (!mark) return;
      const { target, files } = mark;
      const isWhole = Object.entries(files).every(
        ([file, { etag }]) => standing.get(file) === etag,
      );
      found.set(pointer, isWhole ? target : `a part of ${target}`);
    };
    await Promise.all([...standing].map(read));
    return new Map([...found].sort());
  }

  /** Everything at public keys, and what says where it comes from. */
  private async look(): Promise<Map<string, string>> {
    const root = await this.objects.list('', { Delimiter: '/' });
    const hasPreviews = root.folders.includes('preview/');
    const previews = hasPreviews ? (await this.objects.list('preview/')).objects : [];
    this.hasTrash = root.folders.includes(keys.trash(''));
    const standing = [...root.objects, ...previews].map(({ key, etag }) => [key, etag] as const);
    return (this.standing = new Map(standing));
  }

  /** @param etag of the object, where it was just listed */
  private async readMark(pointer: Pointer, etag?: string): Promise<Mark | null> {
    const known = this.marks.get(pointer);
    if (known && (etag === undefined || etag === known.etag)) return known;
    const bytes = await this.objects.read(markKey(pointer));
    if (!bytes) return null;
    const kept = await unpack(bytes);
    const made = v.parse(pointing, JSON.parse(String(kept.get(''))));
    kept.delete('');
    const mark = { ...made, kept, etag: etag ?? '' };
    this.marks.set(pointer, mark);
    return mark;
  }
}
