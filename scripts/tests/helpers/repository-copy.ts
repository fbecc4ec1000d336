import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { workspaceFolders } from '@composed/apps/workspaces';

const root = join(import.meta.dirname, '../../..');
const leftOutFolders = new Set(['node_modules', '.git', '.cache', '.reports', '.data', '.site']);

/**
 * Copies the repository to a temporary folder, so that a test may edit its sources. Each installed package is a link
 * in a folder of the copy’s own, so a command that changes packages changes links. Finished builds come along. The copy
 * counts as installed.
 * @returns the folder
 */
export async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'shopwright-copy-'));
  await cp(root, copy, {
    recursive: true,
    filter: (source) =>
      !source
        .slice(root.length)
        .split(sep)
        // A build that another process is making would be gone before it is copied.
        .some((part) => leftOutFolders.has(part) || part.endsWith('.tmp')),
  });
  for (const folder of ['', ...workspaceFolders(root)]) {
    await linkPackages(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'));
  }
  const account = 'node_modules/.package-lock.json';
  await cp(join(root, account), join(copy, account));
  return copy;
}

/** Does nothing where there are no packages. */
async function linkPackages(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch(() => []);
  if (entries.length > 0) await mkdir(to);
  for (const entry of entries) {
    // Files are npm's account; hidden folders are caches of the tree that wrote them.
    if (entry.isFile() || (entry.name.startsWith('.') && entry.name !== '.bin')) continue;
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    // A scope is a folder of packages.
    if (entry.isDirectory() && entry.name.startsWith('@')) await linkPackages(source, target);
    // npm links workspaces by a relative path; the same link in the copy leads to the copy's.
    else await symlink(entry.isSymbolicLink() ? await readlink(source) : source, target);
  }
}

/** Removes the copy; links are removed as links. */
export async function removeCopy(copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
