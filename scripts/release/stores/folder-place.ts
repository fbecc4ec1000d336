import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './folder-files';

/**
 * A store's folder may be there or be made later; nothing else may be in its place.
 * @throws Error with one clear sentence
 */
export async function checkFolder(folder: string): Promise<void> {
  const facts = await stat(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    if (!hasCode(error, 'ENOTDIR')) throw error;
    throw new Error(`SITE_DIR is ${folder}, but something above it is no folder; set another one.`);
  });
  if (facts && !facts.isDirectory()) {
    throw new Error(`SITE_DIR is ${folder}, which is a file and not a folder; set another one.`);
  }
}

/** Makes a folder in the place or, as long as that is missing, in the nearest one above, and removes it. */
export async function checkWritable(folder: string): Promise<void> {
  let place = folder;
  while (!(await stat(place).catch(() => null)) && path.dirname(place) !== place) {
    place = path.dirname(place);
  }
  try {
    await rmdir(await mkdtemp(path.join(place, '.probe-')));
  } catch (error) {
    const code = typeof error === 'object' && error ? String(Reflect.get(error, 'code')) : '';
    throw new Error(
      `Nothing can be stored in ${folder} (${code}); set SITE_DIR to a folder that this account may write.`,
      { cause: error },
    );
  }
}
