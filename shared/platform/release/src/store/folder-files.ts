import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/**
 * Whether a value is a file-system error with one of these codes. Does not use `instanceof`, because under jest such
 * errors come from another realm.
 */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes(String(Reflect.get(Object(error), 'code')));
}

/** @returns null if the file does not exist */
export async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return null;
    throw error;
  }
}

/** Writes a file that can be created again, so it does not have to survive a power failure. */
export async function writeCache(file: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFileAtomic(file, content, { fsync: false });
}

/** Returns the entries of a folder, or none if it does not exist. */
export async function listEntries(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
}

/** Returns the names in a folder, or none if it does not exist. */
export async function listNames(folder: string): Promise<string[]> {
  return (await listEntries(folder)).map(({ name }) => name);
}

/** Runs `act`. If the folder of a file is missing, perhaps because a prune has just removed it, creates it and retries. */
export async function ensureFolder<T>(file: string, act: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (attempt === 3 || !hasCode(error, 'ENOENT')) throw error;
      await mkdir(path.dirname(file), { recursive: true });
    }
  }
}

/** Flushes a folder, without which a new name in it may not survive a power failure. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Runs `move`, which gives a file the name `target`, and makes sure that the name survives a power failure. */
export async function moveDurably(target: string, move: () => Promise<void>): Promise<void> {
  await ensureFolder(target, move);
  await flushFolder(path.dirname(target));
}

/** Removes the empty folders between `root` and a file that was removed. */
export async function removeEmptyFolders(file: string, root: string): Promise<void> {
  for (
    let folder = path.dirname(file);
    folder.startsWith(root + path.sep);
    folder = path.dirname(folder)
  ) {
    try {
      await rmdir(folder);
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
      throw error;
    }
  }
}

/** Removes a file, if it exists, and then its empty folders within `root`. */
export async function removeFile(file: string, root: string): Promise<void> {
  await rm(file, { force: true });
  await removeEmptyFolders(file, root);
}

/** The folder of a store for files that get their names once they are complete. */
export const temporaryFolder = '.temporary';

export const temporaryName = (root: string) =>
  path.join(root, temporaryFolder, randomBytes(16).toString('hex'));
