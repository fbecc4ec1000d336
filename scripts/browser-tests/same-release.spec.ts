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
import { parseReleaseManifest } from 'shared/contracts/release-manifest';
import { snapshot } from '../testing/release/served';
import { expect, test } from '../testing/fixtures';

// Another machine, as far as a build can tell: another place, no cache, packages of its own.
test.use({ baseURL: undefined });

const repository = join(import.meta.dirname, '../..');
const apps = ['host', 'pricing', 'signup'] as const;
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

/** `npm run build`. @returns the folder of each app's release */
async function build(root: string): Promise<Record<string, string>> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/commands/build.ts'], {
    cwd: root,
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  expect(child.exitCode, printed).toBe(0);
  return Object.fromEntries(
    [...printed.matchAll(/^(\w+): .*, (.+)$/gm)].map(([, app = '', folder = '']) => [app, folder]),
  );
}

async function manifestOf(folder: string | undefined) {
  return parseReleaseManifest(await readFile(join(folder ?? '', 'release.json'), 'utf8'));
}

test('the same source has the same releases in another place, to the byte', async () => {
  test.setTimeout(300_000);
  const elsewhere = await mkdtemp(join(tmpdir(), 'shopwright-elsewhere-'));
  try {
    const copy = join(elsewhere, 'some/deeper/folder');
    await linkTree(repository, copy, left);
    const there = await build(copy);
    const here = await build(repository);
    for (const app of apps) {
      // The same sources to begin with: nobody edited them meanwhile.
      expect(basename(there[app] ?? '')).toBe(basename(here[app] ?? 'none'));
      const [ours, theirs] = [await manifestOf(here[app]), await manifestOf(there[app])];
      expect(theirs).toEqual({ ...ours, builtAt: theirs.builtAt, revision: theirs.revision });
      const shipped = async (folder = '') =>
        (await snapshot(folder))
          .split('\n')
          .filter((line) => /^(?:browser\/|server\.cjs )/.test(line));
      const files = await shipped(there[app]);
      expect(files.length).toBeGreaterThan(2);
      expect(files).toEqual(await shipped(here[app]));
    }
  } finally {
    await rm(elsewhere, { recursive: true, force: true, maxRetries: 3 });
  }
});
