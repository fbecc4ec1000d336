import { createHash, type Hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@composed/apps';
import { readSite } from '@composed/apps/site';
import { installedFile } from '@composed/apps/workspaces';
import { glob } from 'tinyglobby';

/** Those that sources import and that build, at whatever place they are installed. */
const platformPackages = ['apps', 'build', 'contracts', 'host'].map((name) => `@composed/${name}`);

const ignore = [
  ...['**/node_modules', '**/dist', '**/.*/**', '**/README.md'],
  '**/*.{test,spec}.{ts,tsx}',
];

async function addFiles(hash: Hash, cwd: string, patterns: readonly string[]): Promise<void> {
  for (const file of (await glob(patterns, { cwd, dot: true, ignore })).sort()) {
    const bytes = await readFile(path.join(cwd, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
}

/**
 * A hash of everything that a build of `app` reads: its folder, what describes the build, and the installed versions.
 * Shared packages and the code that builds count by content, not by version. Equal digests give equal releases, so an
 * unchanged app need not be built again.
 * @param root the workspace root
 */
export async function sourceDigest(root: string, app: Pick<App, 'folder'>): Promise<string> {
  const hash = createHash('sha256');
  const ofAll = ['package.json', 'package-lock.json', 'tsconfig*.json'];
  await addFiles(hash, root, [path.posix.join(app.folder, '**'), ...ofAll]);
  for (const name of [readSite(root).package, ...platformPackages]) {
    await addFiles(hash, path.dirname(installedFile(root, name)), ['**']);
  }
  return hash.digest('hex');
}
