import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findApps } from '@shopwright/shared/build/apps';
import { parseReleaseManifest } from '@shopwright/shared/contracts/release-manifest';
import { buildApp } from '../build/build-app';
import { snapshot } from '../testing/release/served';
import { expect, test } from '../testing/fixtures';

// Another machine, as far as a build can tell: another place, no cache, packages of its own.
test.use({ baseURL: undefined });

const repository = join(import.meta.dirname, '../..');
/** Of the repository, and of its packages. */
const left = new Set(['dist', '.git', '.cache', '.reports', '.data', '.site']);
const cache = new Set(['.cache']);

/** The same tree in another place. Files are linked where that can be done: nothing writes into one. */
async function linkTree(from: string, to: string, without: ReadonlySet<string>): Promise<void> {
  await mkdir(to, { recursive: true });
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries
      .filter(({ name }) => !without.has(name))
      .map(async (entry) => {
        const [here, there] = [join(from, entry.name), join(to, entry.name)];
        if (entry.isDirectory()) await linkTree(here, there, cache);
        else if (entry.isSymbolicLink()) await symlink(await readlink(here), there);
        else await link(here, there).catch(() => copyFile(here, there));
      }),
  );
}

/** @returns the folders that `npm run build` makes there, with types checked */
async function runBuild(root: string): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/commands/build.ts'], {
    cwd: root,
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  expect(child.exitCode, printed).toBe(0);
  const folders = [...printed.matchAll(/^\w+: .*, (.+)$/gm)].map(([, folder = '']) => folder);
  expect(folders).toHaveLength(3);
  return folders;
}

/** The same without the types, which have been checked. */
async function buildAgain(root: string): Promise<string[]> {
  const builds = await Promise.all(findApps(root).map(({ name }) => buildApp(name, { root })));
  return builds.map(({ folder }) => folder);
}

/** What is in these builds. */
function read(folders: readonly string[]) {
  return Promise.all(
    folders.map(async (folder) => {
      const text = await readFile(join(folder, 'release.json'), 'utf8');
      const files = (await snapshot(folder))
        .split('\n')
        .filter((line) => /^(?:browser\/|server\.cjs )/.test(line));
      expect(files.length).toBeGreaterThan(2);
      // When and from what it was built is beside what it is.
      const manifest = { ...parseReleaseManifest(text), builtAt: '', revision: '' };
      return { digest: basename(folder), manifest, files };
    }),
  );
}

test('the same source has the same releases in another place, and from a warm cache, to the byte', async ({
  // Has built the apps in the repository.
  site: _site,
}) => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'shopwright-elsewhere-'));
  try {
    const copy = join(elsewhere, 'some/deeper/folder');
    await linkTree(repository, copy, left);
    const there = await read(await runBuild(copy));
    await rm(join(copy, 'dist'), { recursive: true });
    expect(await read(await buildAgain(copy))).toEqual(there);
    expect(await read(await buildAgain(repository))).toEqual(there);
  } finally {
    await rm(elsewhere, { recursive: true, force: true, maxRetries: 3 });
  }
});
