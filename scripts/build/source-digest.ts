import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '@shopwright/shared/build/apps';
import { glob } from 'tinyglobby';
import * as v from 'valibot';

const ignore = [
  ...['**/node_modules', '**/dist', '**/.*/**', '**/README.md'],
  '**/*.{test,spec}.{ts,tsx}',
];

/** Of the root's package.json a build reads only which browsers style sheets are written for. */
async function browsersOf(root: string): Promise<string> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  const { browserslist } = v.parse(
    v.object({ browserslist: v.optional(v.unknown(), null) }),
    JSON.parse(text),
  );
  return JSON.stringify(browserslist);
}

/**
 * A hash of everything a build of `app` reads: its folder, shared, what describes the build, and the
 * installed versions. Equal digests give equal releases, so an unchanged app need not be built again.
 * @param root the workspace root
 */
export async function sourceDigest(root: string, app: Pick<App, 'folder'>): Promise<string> {
  const hash = createHash('sha256');
  const files = await glob(
    [`${app.folder}/**`, 'shared/**', 'scripts/build/**', 'package-lock.json', 'tsconfig.json'],
    { cwd: root, dot: true, ignore },
  );
  for (const file of files.sort()) {
    const bytes = await readFile(path.join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  hash.update(await browsersOf(root));
  return hash.digest('hex');
}
