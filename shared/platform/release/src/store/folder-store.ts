import {
  link,
  lstat,
  mkdir,
  mkdtemp,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { fewAtOnce } from '@composed/command/side-by-side';
import { FolderAliases } from './folder-aliases';
import {
  listEntries,
  flushFolder,
  moveDurably,
  hasCode,
  ensureFolder,
  listNames,
  readIfThere,
  removeEmptyFolders,
  removeFile,
  temporaryFolder,
  temporaryName,
} from './folder-files';
import {
  checkKey,
  keys,
  type Alias,
  requireSameBytes,
  type Store,
  type StoredObject,
} from './store';

/** Number of revisions of the ledger that are kept before the current one. */
const keptRevisions = 20;
/** Milliseconds for which a revision is kept in any case, so that no slow process can create it again. */
const keptRevisionMs = 60 * 60_000;
/** Milliseconds after which a temporary file counts as left by a killed process. */
const abandonedMs = 10 * 60_000;

const createLedgerKey = (revision: number) => `ledger/${String(revision).padStart(8, '0')}.json`;
/** @returns 0 if the key is not that of a revision */
const revisionOf = (key: string) => Number(/^ledger\/(\d+)\.json$/.exec(key)?.[1] ?? 0);

/**
 * A store in a folder of one file system, which has to support hard links and symbolic links. Each change leaves either
 * the old state or the new one: a file is flushed first, and then gets its name in one call.
 */
export class FolderStore implements Store {
  readonly checksItself = false;
  readonly name: string;
  private readonly links: FolderAliases;

  constructor(folder: string) {
    this.name = path.resolve(folder);
    this.links = new FolderAliases(this.name);
  }

  async checkAccess(): Promise<string> {
    await mkdir(this.name, { recursive: true });
    await rmdir(await mkdtemp(path.join(this.name, '.probe-')));
    return 'This account can write to the folder. Hard links keep concurrent publishers apart on every file system, so that was not tested.';
  }

  async putImmutable(key: string, bytes: Uint8Array): Promise<void> {
    await flushFolder(await this.put(key, bytes));
  }

  async putDeployment(id: string, files: ReadonlyMap<string, Buffer>, index: Buffer) {
    const put = (file: string) => this.put(keys.page(id, file), files.get(file) ?? Buffer.of());
    const folders = await fewAtOnce([...files.keys()], put);
    // Folders are flushed once for all files. No process takes the files for stored before the index exists.
    await Promise.all([...new Set(folders)].map(flushFolder));
    await this.putImmutable(keys.deployment(id), index);
  }

  /** @returns the folder, which the caller has to flush */
  private async put(key: string, bytes: Uint8Array): Promise<string> {
    const target = this.path(key);
    if (!(await this.create(target, bytes)))
      requireSameBytes(key, await readIfThere(target), bytes);
    return path.dirname(target);
  }

  get(key: string): Promise<Buffer | null> {
    return readIfThere(this.path(key));
  }

  async sizesOf(objectKeys: readonly string[]) {
    const sizes = await fewAtOnce(objectKeys, async (key) => {
      const stats = await stat(this.path(key)).catch(() => null);
      return stats?.isFile() ? [[key, stats.size] as const] : [];
    });
    return new Map(sizes.flat());
  }

  async list(prefix: string): Promise<StoredObject[]> {
    checkKey(prefix.replace(/\/$/, ''));
    return (await this.objectsIn(prefix)).sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  private async objectsIn(folder: string): Promise<StoredObject[]> {
    const entries = await listEntries(path.join(this.name, folder));
    const lists = entries.map(async (entry) => {
      const key = folder + entry.name;
      if (entry.isDirectory()) return this.objectsIn(`${key}/`);
      const stats = entry.isFile() && (await stat(path.join(this.name, key)).catch(() => null));
      return stats ? [{ key, bytes: stats.size, modifiedAt: stats.mtime }] : [];
    });
    return (await Promise.all(lists)).flat();
  }

  async remove(key: string): Promise<void> {
    await removeFile(this.path(key), this.name);
  }

  async move(from: string, to: string): Promise<void> {
    const source = this.path(from);
    const target = this.path(to);
    if (!(await lstat(source).catch(() => null))) return;
    await moveDurably(target, () => rename(source, target)).catch((error: unknown) => {
      // Another process has moved the file already.
      if (!hasCode(error, 'ENOENT')) throw error;
    });
    await removeEmptyFolders(source, this.name);
  }

  /** Returns the revisions of the ledger, oldest first, without other files that may be in the folder. */
  private async revisions(): Promise<StoredObject[]> {
    return (await this.list('ledger/')).filter(({ key }) => revisionOf(key) > 0);
  }

  async readLedger(wantedRevision?: number) {
    const revision = wantedRevision ?? revisionOf((await this.revisions()).at(-1)?.key ?? '');
    const bytes = await this.get(createLedgerKey(revision));
    return bytes && { revision, text: bytes.toString('utf8') };
  }

  async swapLedger(expectedRevision: number, text: string): Promise<boolean> {
    const revisions = await this.revisions();
    if (revisionOf(revisions.at(-1)?.key ?? '') !== expectedRevision) return false;
    const file = this.path(createLedgerKey(expectedRevision + 1));
    const bytes = Buffer.from(text);
    // A network share may retry a call whose response was late. The retry then finds the file of the first try.
    const isOurs = (await this.create(file, bytes)) || (await readIfThere(file))?.equals(bytes);
    if (!isOurs) return false;
    await flushFolder(path.dirname(file));
    // The clock that dates the files may not be the clock of this machine.
    const now = (await stat(file)).mtimeMs;
    for (const { key, modifiedAt } of revisions.slice(0, -keptRevisions)) {
      if (now - modifiedAt.getTime() > keptRevisionMs) await this.remove(key);
    }
    return true;
  }

  setAlias(alias: Alias, target: string | null): Promise<void> {
    return this.links.set(alias, target);
  }

  aliases(): Promise<ReadonlyMap<Alias, string>> {
    return this.links.list();
  }

  async now(): Promise<Date> {
    const file = temporaryName(this.name);
    await ensureFolder(file, () => writeFile(file, '', { flag: 'wx' }));
    const { mtime } = await stat(file);
    await unlink(file);
    return mtime;
  }

  async sweep(): Promise<void> {
    const folder = path.join(this.name, temporaryFolder);
    const stats = await stat(folder).catch(() => null);
    for (const name of await listNames(folder)) {
      const file = path.join(folder, name);
      const entry = await lstat(file).catch(() => null);
      // Ages are measured by the clock that dates the files. The folder has the time of its last change.
      const isOld = stats && entry && stats.mtimeMs - entry.mtimeMs > abandonedMs;
      if (isOld) await rm(file, { force: true });
    }
  }

  /** @returns false, without a change, if `target` exists; otherwise the caller has to flush its folder */
  private async create(target: string, bytes: Uint8Array): Promise<boolean> {
    const temporary = temporaryName(this.name);
    await ensureFolder(temporary, () => writeFile(temporary, bytes, { flag: 'wx', flush: true }));
    try {
      await ensureFolder(target, () => link(temporary, target));
      return true;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      return false;
    } finally {
      await unlink(temporary);
    }
  }

  private path(key: string): string {
    return path.join(this.name, checkKey(key));
  }
}
