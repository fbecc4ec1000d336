import { stat } from 'node:fs/promises';
import { hasCode } from './stores/folder-files';

/**
 * A store's folder may be there or be made later; nothing else may stand in its place.
 * @throws Error with one clear sentence
 */
export async function requireFolder(folder: string): Promise<void> {
  const facts = await stat(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    if (!hasCode(error, 'ENOTDIR')) throw error;
    throw new Error(`SITE_DIR is ${folder}, but something above it is no folder.`);
  });
  if (facts && !facts.isDirectory()) {
    throw new Error(`SITE_DIR is ${folder}, which is a file and not a folder.`);
  }
}
