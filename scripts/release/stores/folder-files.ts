import { randomBytes } from 'node:crypto';
import {
  link,
  lstat,
  mkdir,
  open,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';

/**
 * True for a file-system error with one of these codes. It asks for the code alone: under jest,
 * such errors come from another realm and are no instance of its `Error`.
 */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(String(Reflect.get(Object(error), 'code')));
}

/** @returns null when the file is not there */
export async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}

/** Called before each change of the disk (empty folders apart) with what is about to be done; tests crash in it. */
export type BeforeChange = (change: string) => void;

/**
 * The few ways in which the folder store changes the disk. Each leaves the old state or the new one
 * whatever happens: temporary files are written, flushed, and then given their name in one call.
 */
export class FolderFiles {
  constructor(
    /** On the same file system as the targets. */
    private readonly temporaryFolder: string,
    private readonly beforeChange: BeforeChange,
  ) {}

  /** @returns false, and changes nothing, when `target` exists */
  async create(target: string, bytes: Uint8Array): Promise<boolean> {
    const temporary = await this.writeTemporary(bytes);
    try {
      await this.named(target, () => link(temporary, target));
      await this.flushFolder(target);
      return true;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      return false;
    } finally {
      this.beforeChange(`unlink ${temporary}`);
      await unlink(temporary);
    }
  }

  /** Makes the targets, of one folder, symbolic links to `destination`, replacing what each was in one instant. */
  async pointLinks(targets: readonly string[], destination: string): Promise<void> {
    for (const target of targets) {
      if ((await readlink(target).catch(() => null)) === destination) continue;
      const temporary = await this.temporaryName();
      this.beforeChange(`symlink ${temporary}`);
      await symlink(destination, temporary);
      await this.named(target, () => rename(temporary, target));
    }
    if (targets[0] !== undefined) await this.flushFolder(targets[0]);
  }

  /** Gives a file another name, whatever had that name; what is not there is left alone. */
  async move(source: string, target: string): Promise<void> {
    if (!(await lstat(source).catch(() => null))) return;
    await this.named(target, () => rename(source, target)).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error;
    });
    await this.flushFolder(target);
  }

  async remove(target: string): Promise<void> {
    this.beforeChange(`remove ${target}`);
    await rm(target, { force: true });
  }

  private async temporaryName(): Promise<string> {
    await mkdir(this.temporaryFolder, { recursive: true });
    return path.join(this.temporaryFolder, `${process.pid}-${randomBytes(8).toString('hex')}`);
  }

  private async writeTemporary(bytes: Uint8Array): Promise<string> {
    const temporary = await this.temporaryName();
    this.beforeChange(`write ${temporary}`);
    await writeFile(temporary, bytes, { flag: 'wx', flush: true });
    return temporary;
  }

  /** Runs `give` with the target's folder made; once more when a prune took the empty folder away. */
  private async named(target: string, give: () => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      await mkdir(path.dirname(target), { recursive: true });
      this.beforeChange(`name ${target}`);
      try {
        await give();
        return;
      } catch (error) {
        if (attempt === 3 || !hasCode(error, 'ENOENT')) throw error;
      }
    }
  }

  /** A name is safe from a power cut only when its folder is flushed too. */
  private async flushFolder(target: string): Promise<void> {
    const folder = await open(path.dirname(target), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
