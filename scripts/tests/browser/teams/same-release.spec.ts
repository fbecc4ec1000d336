import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { parseReleaseManifest } from '@composed/contracts/release-manifest';
import { buildApp } from '@composed/build/release/build-app';
import { snapshot } from '@composed/testing/release/served-files';
import { expect, test } from '../../helpers/fixtures';

// Another machine, as far as a build can tell: another folder, no cache, packages of its own.
test.use({ baseURL: undefined });

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../../..');
/** Files and folders in a folder of the repository, without names like this. */
const entries = async (folder: string, left: RegExp) =>
  (await readdir(join(repository, folder)))
    .filter((name) => !left.test(name))
    .map((name) => join(folder, name));

/** Files of a build. */
async function built(name: string, root: string) {
  const { folder } = await buildApp(name, { root });
  const text = await readFile(join(folder, 'release.json'), 'utf8');
  const files = (await snapshot(folder))
    .split('\n')
    .filter((line) => /^(?:browser\/|server\.cjs )/.test(line));
  expect(files.length).toBeGreaterThan(2);
  // Time and commit of a build are no part of its content.
  const manifest = { ...parseReleaseManifest(text), builtAt: '', commit: '' };
  return { digest: basename(folder), manifest, files };
}

test('the same sources build the same bytes in another folder and with a warm cache', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'shopwright-elsewhere-'));
  const { CI: ci } = process.env;
  // Builds keep no cache there.
  delete process.env['CI'];
  try {
    const copy = join(elsewhere, 'some/deeper/folder');
    await mkdir(join(copy, 'node_modules'), { recursive: true });
    // Hidden folders of packages come and go with other tests.
    const files = [
      ...(await entries('.', /^(?:dist|node_modules|\.(?:git|cache|reports))$/)),
      ...(await entries('node_modules', /^\.(?!bin$|package-lock)/)),
    ];
    // Links where possible: nothing writes into a file.
    const tree = (option: string) =>
      run('cp', [option, '--parents', ...files, copy], { cwd: repository });
    await tree('-al').catch(() => tree('-a'));
    // Remotes are built alike.
    for (const name of ['host', 'pricing']) {
      expect(await built(name, copy)).toEqual(await built(name, repository));
    }
    await rm(join(copy, 'dist/pricing'), { recursive: true });
    expect(await built('pricing', copy)).toEqual(await built('pricing', repository));
  } finally {
    if (ci) process.env['CI'] = ci;
    await rm(elsewhere, { recursive: true, force: true, maxRetries: 3 });
  }
});
