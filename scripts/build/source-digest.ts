import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@shopwright/shared/build/apps';
import { glob } from 'tinyglobby';

const ignore = [
  ...['**/node_modules', '**/dist', '**/.*/**', '**/README.md'],
  '**/*.{test,spec}.{ts,tsx}',
];

/**
 * A hash of everything a build of `app` reads: its folder, shared, what describes the build, and the
 * installed versions. Equal digests give equal releases, so an unchanged app need not be built again.
 * @param root the workspace root
 */
export async function sourceDigest(root: string, app: Pick<App, 'folder'>): Promise<string> {
  const hash = createHash('sha256');
  const ofAll = ['package.json', 'package-lock.json', 'tsconfig.json'];
  const sources = [`${app.folder}/**`, 'shared/**', 'scripts/build/**', ...ofAll];
  const files = await glob(sources, { cwd: root, dot: true, ignore });
  for (const file of files.sort()) {
    const bytes = await readFile(path.join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
