import { fewAtOnce } from '@composed/command/side-by-side';
import * as v from 'valibot';
import { integrityOf } from '@composed/apps/integrity';
import { type BucketObject, type BucketObjects, privateFolder } from './bucket-objects';
import { readBundle, writeBundle } from './bundle';
import { formatDocument, parseDocument } from './documents';
import { checkKey, type Alias } from './store';

/** Returns the prefix of an alias's public files. That of a preview is its address. */
const createPublicPrefix = (alias: Alias) =>
  alias === 'live' ? '' : `${checkKey(alias).replace(/^previews/, 'preview')}/`;

/** Returns the key of the private object of an alias, which lists its public files and is written last. */
const createAliasKey = (alias: Alias) => `${checkKey(alias).replace('/', '.')}.alias`;

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
/** An alias, with the ETag of its object. */
interface AliasObject extends v.InferOutput<typeof aliasContent> {
  readonly etag: string;
  /** Files that the publisher has read, by key, so that the next one reads all of them with one request. */
  readonly contents: ReadonlyMap<string, Buffer>;
}

/** The files that a website of the bucket or a CDN serves, and the aliases that they belong to. */
export class PublicFiles {
  private readonly knownAliases = new Map<Alias, AliasObject>();
  /** Public key → ETag, as of the last listing and later writes; null before the first listing. */
  private listed: Map<string, string> | null = null;

  constructor(
    private readonly publicObjects: BucketObjects,
    private readonly privateObjects: BucketObjects,
  ) {}

  /** Returns the files that the last publisher has read. */
  publisherCache(): ReadonlyMap<string, Buffer> {
    return this.knownAliases.get('live')?.contents ?? new Map<string, Buffer>();
  }

  /**
   * Writes missing public files, removes those that only the alias's last target has, and then writes the alias.
   * @param files the files of the deployment, by their keys in the store
   * @param contents files that the next publisher may need
   */
  async setAlias(
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
      // The index is not public. nginx or a CDN compresses with gzip, for the few browsers that lack brotli.
      if (name.length === 0 || storedKey.endsWith('.gz')) return;
      const key = createPublicPrefix(alias) + name.join('/');
      const integrity = integrityOf(bytes);
      const knownFile = before[key];
      const isUnchanged =
        knownFile?.integrity === integrity && knownFile.etag === etagByKey.get(key);
      const entry = isUnchanged
        ? knownFile
        : { etag: await this.publicObjects.put(key, bytes), integrity };
      after[key] = entry;
      etagByKey.set(key, entry.etag);
    };
    await fewAtOnce([...files], put);
    const obsoleteKeys = Object.keys(before).filter((key) => !(key in after));
    await fewAtOnce(obsoleteKeys, (key) => this.publicObjects.remove(key));
    this.knownAliases.delete(alias);
    if (target === null) return this.privateObjects.remove(createAliasKey(alias));
    const document = { target, files: after };
    const text = Buffer.from(formatDocument(aliasContent, createAliasKey(alias), document));
    const etag = await this.privateObjects.put(
      createAliasKey(alias),
      await writeBundle([...contents, ['', text]]),
    );
    this.knownAliases.set(alias, { ...document, contents, etag });
  }

  /** Returns the target of every alias. A target whose public files are not complete is none, so it is pointed again. */
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
      const isComplete = Object.entries(files).every(
        ([file, stored]) => etagByKey.get(file) === stored.etag,
      );
      targets.set(alias, isComplete ? target : `a part of ${target}`);
    };
    await Promise.all(objects.map(readState));
    return new Map([...targets].sort());
  }

  /** Lists every public file with its ETag. */
  private async listAll(): Promise<Map<string, string>> {
    const root = await this.publicObjects.list('', { Delimiter: '/' });
    // The other folders are those of previews, and of pages such as /guides/first-steps.
    const folders = root.folders.filter((name) => name !== 'assets/' && name !== privateFolder);
    const inside = await Promise.all(folders.map((name) => this.publicObjects.list(name)));
    const objects = [root, ...inside].flatMap((each) => each.objects);
    this.listed = new Map(objects.map(({ key, etag }) => [key, etag]));
    return this.listed;
  }

  /** @param etag the ETag of the object, if it was listed just before */
  private async readAlias(alias: Alias, etag?: string): Promise<AliasObject | null> {
    const knownAlias = this.knownAliases.get(alias);
    if (knownAlias && (etag === undefined || etag === knownAlias.etag)) return knownAlias;
    const bytes = await this.privateObjects.read(createAliasKey(alias));
    if (!bytes) return null;
    const contents = await readBundle(bytes);
    const content = contents.get('') ?? '';
    const document = parseDocument(aliasContent, createAliasKey(alias), content);
    contents.delete('');
    const freshAlias = { ...document, contents, etag: etag ?? '' };
    this.knownAliases.set(alias, freshAlias);
    return freshAlias;
  }
}
