import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from 'shared/build/apps';
import * as v from 'valibot';

const ignored = new Set(['node_modules', 'dist', 'README.md']);
const isTest = /\.(?:test|spec)\.tsx?$/;

async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries
      .filter((entry) => !ignored.has(entry.name) && !isTest.test(entry.name))
      .map(async (entry) => {
        const file = path.join(folder, entry.name);
        return entry.isDirectory() ? sourceFiles(file) : [file];
      }),
  );
  return nested.flat().sort();
}

/** Of the root's package.json a build reads only which browsers style sheets are written for. */
async function browsersOf(root: string): Promise<string> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  const { browserslist } = v.parse(v.object({ browserslist: v.unknown() }), JSON.parse(text));
  return JSON.stringify(browserslist);
}

/**
 * A hash of everything a build of `app` reads: its folder, shared, what describes the build, and the
 * installed versions. Equal digests give equal releases, so an unchanged app need not be built again.
 * @param root the workspace root
 */
export async function sourceDigest(root: string, app: Pick<App, 'folder'>): Promise<string> {
  const hash = createHash('sha256');
  const files = [
    ...(await sourceFiles(path.join(root, app.folder))),
    ...(await sourceFiles(path.join(root, 'shared'))),
    ...(await sourceFiles(path.join(root, 'scripts/build'))),
    path.join(root, 'package-lock.json'),
    path.join(root, 'tsconfig.json'),
  ];
  const contents = await Promise.all(files.map((file) => readFile(file)));
  for (const [index, bytes] of contents.entries()) {
    const file = files[index] ?? '';
    hash.update(`${path.relative(root, file).split(path.sep).join('/')}\0${bytes.length}\0`);
    hash.update(bytes);
  }
  hash.update(await browsersOf(root));
  return hash.digest('hex');
}
