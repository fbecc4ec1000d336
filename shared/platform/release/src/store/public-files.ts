import { fewAtOnce } from '@composed/command/side-by-side';
import * as v from 'valibot';
import { integrityOf } from '@composed/apps/integrity';
import { type BucketObject, type BucketObjects, privateFolder } from './bucket-objects';
import { readBundle, writeBundle } from './bundle';
import { formatDocument, parseDocument } from './documents';
import { checkKey, type Alias } from './store';

/** The public prefix of the files of an alias; that of a preview is its address. */
const publicPrefix = (alias: Alias) =>
  alias === 'live' ? '' : `${checkKey(alias).replace(/^previews/, 'preview')}/`;

/** The private object of an alias, which lists its public files and is written last. */
const aliasKey = (alias: Alias) => `${checkKey(alias).replace('/', '.')}.alias`;

function aliasOf(key: string): Alias | null {
  const [, name, preview] = /^(live|canary|previews\.([^/]+))\.alias$/.exec(key) ?? [];
  if (preview !== undefined) return `previews/${preview}`;
  return name === 'live' || name === 'canary' ? name : null;
}

const aliasContent = v.object({
  target: v.string(),
  /** Public key → the file at it. */
  files: v.record(v.string(), v.object({ etag: v.string(), integrity: v.string() })),
});
/** An alias as it was read. */
interface AliasObject extends v.InferOutput<typeof aliasContent> {
  readonly etag: string;
  /** Files that its publisher read, by key: the next one reads them with one request. */
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** Files that a website or CDN over the bucket serves, and the aliases that say which deployments are whole. */
export class PublicFiles {
  private readonly knownAliases = new Map<Alias, AliasObject>();
  /** Public key → ETag, of the last list and what was put since; null before the first. */
  private listed: Map<string, string> | null = null;

  constructor(
    private readonly publicObjects: BucketObjects,
    private readonly privateObjects: BucketObjects,
  ) {}

  /** The cache of the last publisher. */
  publisherCache(): ReadonlyMap<string, Buffer> {
    return this.knownAliases.get('live')?.contents ?? new Map<string, Buffer>();
  }

  /**
   * Puts missing files, removes those of the alias's last target alone, and then writes the alias.
   * @param files by their keys in the store
   * @param contents files that the next publisher may need
   */
  async point(
    alias: Alias,
    target: string | null,
    files: ReadonlyMap<string, Buffer>,
    contents: ReadonlyMap<string, Buffer>,
  ): Promise<void> {
    const etagByKey = this.listed ?? (await this.listAll());
    const before = (await this.readAlias(alias))?.files ?? {};
    const after: Record<string, { etag: string; integrity: string }> = {};
    const put = async ([storedKey, bytes]: [string, Buffer]) => {
      const [, , ...name] = storedKey.split('/');
      // The index is no page. A gzip copy is made by nginx or a CDN, for the few browsers that take gzip alone.
      if (name.length === 0 || storedKey.endsWith('.gz')) return;
      const key = publicPrefix(alias) + name.join('/');
      const integrity = integrityOf(bytes);
      const knownFile = before[key];
      const isThere = knownFile?.integrity === integrity && knownFile.etag === etagByKey.get(key);
      const entry = isThere
        ? knownFile
        : { etag: await this.publicObjects.put(key, bytes), integrity };
      after[key] = entry;
      etagByKey.set(key, entry.etag);
    };
    await fewAtOnce([...files], put);
    const leftKeys = Object.keys(before).filter((key) => !(key in after));
    await fewAtOnce(leftKeys, (key) => this.publicObjects.remove(key));
    this.knownAliases.delete(alias);
    if (target === null) return this.privateObjects.remove(aliasKey(alias));
    const document = { target, files: after };
    const text = Buffer.from(formatDocument(aliasContent, aliasKey(alias), document));
    const etag = await this.privateObjects.put(
      aliasKey(alias),
      await writeBundle([...contents, ['', text]]),
    );
    this.knownAliases.set(alias, { ...document, contents, etag });
  }

  /** An alias whose public files differ from its list counts as leading nowhere, so it is pointed again. */
  async aliases(): Promise<ReadonlyMap<Alias, string>> {
    const [etagByKey, { objects }] = await Promise.all([
      this.listAll(),
      this.privateObjects.list('', { Delimiter: '/' }),
    ]);
    const targets = new Map<Alias, string>();
    const readState = async ({ key, etag }: BucketObject) => {
      const alias = aliasOf(key);
      const state = alias && (await this.readAlias(alias, etag));
      if (!state) return;
      const { target, files } = state;
      const isWhole = Object.entries(files).every(
        ([file, { etag }]) => etagByKey.get(file) === etag,
      );
      targets.set(alias, isWhole ? target : `a part of ${target}`);
    };
    await Promise.all(objects.map(readState));
    return new Map([...targets].sort());
  }

  /** Every public file, and its ETag. */
  private async listAll(): Promise<Map<string, string>> {
    const root = await this.publicObjects.list('', { Delimiter: '/' });
    // Folders of previews, and of pages such as /guides/first-steps.
    const folders = root.folders.filter((name) => name !== 'assets/' && name !== privateFolder);
    const inside = await Promise.all(folders.map((name) => this.publicObjects.list(name)));
    const objects = [root, ...inside].flatMap((each) => each.objects);
    return (this.listed = new Map(objects.map(({ key, etag }) => [key, etag])));
  }

  /** @param etag of the object, where it was just listed */
  private async readAlias(alias: Alias, etag?: string): Promise<AliasObject | null> {
    const knownAlias = this.knownAliases.get(alias);
    if (knownAlias && (etag === undefined || etag === knownAlias.etag)) return knownAlias;
    const bytes = await this.privateObjects.read(aliasKey(alias));
    if (!bytes) return null;
    const contents = await readBundle(bytes);
    const content = contents.get('') ?? '';
    const document = parseDocument(aliasContent, aliasKey(alias), content);
    contents.delete('');
    const freshAlias = { ...document, contents, etag: etag ?? '' };
    this.knownAliases.set(alias, freshAlias);
    return freshAlias;
  }
}
