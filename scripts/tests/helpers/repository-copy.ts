import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { workspaceFolders } from '@composed/apps/workspaces';

const root = join(import.meta.dirname, '../../..');
const leftOutFolders = new Set(['node_modules', '.git', '.cache', '.reports', '.data', '.site']);

/**
 * Copies the repository with its finished builds to a temporary folder, so that a test may edit its sources. The copy
 * has its own node_modules with links to the installed packages, so commands that change packages do not affect the
 * original.
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
        // Skips unfinished builds of other processes, which may disappear while they are copied.
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
    // Skips npm's record, which is a file, and hidden folders, which are caches of the original.
    if (entry.isFile() || (entry.name.startsWith('.') && entry.name !== '.bin')) continue;
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    // A scope, such as @types, is a folder with packages.
    if (entry.isDirectory() && entry.name.startsWith('@')) await linkPackages(source, target);
    // npm's links to workspaces are relative, so the same link leads to the workspace of the copy.
    else await symlink(entry.isSymbolicLink() ? await readlink(source) : source, target);
  }
}

/** Removes the copy, without following its links. */
export async function removeCopy(copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
