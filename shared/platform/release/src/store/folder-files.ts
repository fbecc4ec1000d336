import { mkdir, open, readdir, readFile, rmdir } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';

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

/** Writes a file that can be made again: a power cut may lose it. */
export async function writeCache(file: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFileAtomic(file, content, { fsync: false });
}

/** Entries of a folder that may not be there. */
export async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
}

/** The names in a folder that may not be there. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).map(({ name }) => name);
}

/** Runs `act`, and makes the folder of a file for it where that is missing, or a prune has just removed it. */
export async function inFolderOf<T>(file: string, act: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (attempt === 3 || !hasCode(error, 'ENOENT')) throw error;
      await mkdir(path.dirname(file), { recursive: true });
    }
  }
}

/** A name is safe from a power cut only when its folder is flushed. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Runs `give`, which names a file `target`, and makes the name safe from a power cut. */
export async function moveDurably(target: string, give: () => Promise<void>): Promise<void> {
  await inFolderOf(target, give);
  await flushFolder(path.dirname(target));
}

/** Removes the folders above a file that is gone, below `root`. */
export async function removeEmptyFolders(file: string, root: string): Promise<void> {
  for (let up = path.dirname(file); up.startsWith(root + path.sep); up = path.dirname(up)) {
    try {
      await rmdir(up);
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
      throw error;
    }
  }
}
