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
import { findApps } from '@composed/tooling/build/apps';
import { parseReleaseManifest } from '@composed/contracts/release-manifest';
import { buildApp } from '../../platform/build/build-app';
import { snapshot } from '../helpers/release/served';
import { expect, test } from '../helpers/fixtures';

// Another machine, as far as a build can tell: another folder, no cache, packages of its own.
test.use({ baseURL: undefined });

const repository = join(import.meta.dirname, '../../..');
/** Of the repository, and of its packages. */
const left = new Set(['dist', '.git', '.cache', '.reports', '.data', '.site']);
const cache = new Set(['.cache']);

/** The same tree in another folder. Files are links where possible: nothing writes into one. */
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

/** What is in a build. */
async function built(name: string, root: string) {
  const { folder } = await buildApp(name, { root });
  const text = await readFile(join(folder, 'release.json'), 'utf8');
  const files = (await snapshot(folder))
    .split('\n')
    .filter((line) => /^(?:browser\/|server\.cjs )/.test(line));
  expect(files.length).toBeGreaterThan(2);
  // When and from what it was built is beside what it is.
  const manifest = { ...parseReleaseManifest(text), builtAt: '', revision: '' };
  return { digest: basename(folder), manifest, files };
}

test('the same source has the same releases in another place, and from a warm cache, to the byte', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'shopwright-elsewhere-'));
  try {
    const copy = join(elsewhere, 'some/deeper/folder');
    await linkTree(repository, copy, left);
    for (const { name } of findApps(copy)) {
      expect(await built(name, copy)).toEqual(await built(name, repository));
    }
    await rm(join(copy, 'dist/pricing'), { recursive: true });
    expect(await built('pricing', copy)).toEqual(await built('pricing', repository));
  } finally {
    await rm(elsewhere, { recursive: true, force: true, maxRetries: 3 });
  }
});
