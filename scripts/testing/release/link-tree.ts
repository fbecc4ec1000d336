import { link, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';

/** Gives `to` the same tree as `from`, fast: files are linked, since the store never writes into one. */
export async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [here, there] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(here, there);
    else if (entry.isSymbolicLink()) await symlink(await readlink(here), there);
    else await link(here, there);
  }
}
