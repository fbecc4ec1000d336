import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@composed/apps';
import { digestOf } from '@composed/apps/integrity';
import { readSite } from '@composed/apps/site';
import { installedFile } from '@composed/apps/workspaces';
import { glob } from 'tinyglobby';

/** Packages that sources import and that build them, wherever they are installed. */
const platformPackages = ['apps', 'build', 'contracts', 'host'].map((name) => `@composed/${name}`);

const ignore = [
  '**/node_modules',
  '**/dist',
  '**/.*/**',
  '**/README.md',
  '**/*.{test,spec}.{ts,tsx}',
];

async function readFiles(cwd: string, patterns: readonly string[]) {
  const names = (await glob(patterns, { cwd, dot: true, ignore })).sort();
  return Promise.all(
    names.map(async (name) => [name, await readFile(path.join(cwd, name))] as const),
  );
}

/**
 * A hash of everything that a build of `app` reads: its folder, what describes the build, and the installed versions.
 * Shared packages and the code that builds count by content, not by version. Equal digests give equal releases, so an
 * unchanged app need not be built again.
 * @param root the workspace root
 */
export async function sourceDigest(root: string, app: Pick<App, 'folder'>): Promise<string> {
  const ofAll = ['package.json', 'package-lock.json', 'tsconfig*.json'];
  const appFiles = await readFiles(root, [path.posix.join(app.folder, '**'), ...ofAll]);
  const packages = [readSite(root).package, ...platformPackages].map((name) =>
    readFiles(path.dirname(installedFile(root, name)), ['**']),
  );
  return digestOf([...appFiles, ...(await Promise.all(packages)).flat()]);
}
