import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@composed/apps';
import { digestOf } from '@composed/apps/integrity';
import { readSiteDescription } from '@composed/apps/site-description';
import { installedPackageFile } from '@composed/apps/workspaces';
import { glob } from 'tinyglobby';

/** The platform packages that apps import or that build them. */
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
 * Hashes everything that a build of an app reads: its folder, the configuration, the lockfile, and the sources of the
 * shared package and of the platform packages. Equal digests give equal releases, so an unchanged app is not built
 * again.
 * @param root the workspace root
 */
export async function computeSourceDigest(root: string, app: Pick<App, 'folder'>): Promise<string> {
  const commonFiles = ['package.json', 'package-lock.json', 'tsconfig*.json'];
  const appFiles = await readFiles(root, [path.posix.join(app.folder, '**'), ...commonFiles]);
  const packages = [readSiteDescription(root).package, ...platformPackages].map((name) =>
    readFiles(path.dirname(installedPackageFile(root, name)), ['**']),
  );
  return digestOf([...appFiles, ...(await Promise.all(packages)).flat()]);
}
