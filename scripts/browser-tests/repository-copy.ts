import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';

const root = join(import.meta.dirname, '../..');
const left = new Set(['node_modules', 'dist', '.git', '.cache', '.reports', '.data', '.site']);

/**
 * Copies the repository to a temporary folder, so that a test may edit its sources. The installed
 * packages are linked; those that are workspaces lead to their copies.
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
        .some((part) => left.has(part)),
  });
  await linkPackages(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const { name } of (await readdir(copy, { withFileTypes: true })).filter((e) =>
    e.isDirectory(),
  )) {
    const packages = join(root, name, 'node_modules');
    if (await exists(packages)) await symlink(packages, join(copy, name, 'node_modules'));
  }
  return copy;
}

async function exists(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}

async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // Caches belong to the tree that wrote them.
    if (entry.name === '.cache') continue;
    const source = join(from, entry.name);
    // npm links workspaces relatively, so the same link in the copy leads to the copy.
    const target = entry.isSymbolicLink() ? join('..', basename(await readlink(source))) : source;
    await symlink(target, join(to, entry.name));
  }
}

export async function removeCopy(copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
