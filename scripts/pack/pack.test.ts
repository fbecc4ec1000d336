import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { glob } from 'tinyglobby';
import * as v from 'valibot';
import { temporaryFolder } from '@shopwright/shared/testing/temporary-folder';
import { pack } from './pack';
import { checkContracts } from './packages';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
const json = v.record(v.string(), v.string());
let folder: string;
let tarballs: readonly string[];

/** Runs a package's program, which must find nothing to complain about: it fails when it does. */
const program = (name: string, ...words: readonly string[]) =>
  run(process.execPath, [path.join(root, 'node_modules', name), ...words]);

beforeAll(async () => {
  folder = temporaryFolder();
  tarballs = await pack(root, folder);
});

test('publint has nothing to say of the packages', async () => {
  for (const tarball of tarballs) {
    const { stdout } = await program('publint/src/cli.js', tarball, '--strict');
    expect(stdout).toContain('All good!');
  }
});

test('the types of what is exported are found, by bundlers and by Node', async () => {
  const cli = '@arethetypeswrong/cli/dist/index.js';
  const manifest = await readFile(path.join(root, 'shared/package.json'), 'utf8');
  const exported = v.parse(v.object({ exports: json }), JSON.parse(manifest));
  // Style sheets have none.
  const styles = Object.keys(exported.exports).filter((name) => name.endsWith('.css'));
  const options = ['--profile', 'esm-only', '--exclude-entrypoints', ...styles];
  for (const tarball of tarballs) {
    await expect(program(cli, tarball, ...options)).resolves.toBeDefined();
  }
});

test('every script finds those that it imports, by their whole names', async () => {
  const unpacked = path.join(folder, 'unpacked');
  for (const tarball of tarballs) {
    const place = path.join(unpacked, path.basename(tarball));
    await mkdir(place, { recursive: true });
    await run('tar', ['-xzf', tarball, '-C', place]);
  }
  const { errors } = await build({
    entryPoints: await glob('**/*.{js,mjs}', { cwd: unpacked, absolute: true }),
    ...{ bundle: true, write: false, outdir: unpacked, platform: 'node', format: 'esm' },
    ...{ packages: 'external', resolveExtensions: ['.none'], logLevel: 'silent' },
    loader: { '.css': 'empty' },
  });
  expect(errors).toEqual([]);
});

test('Rspack and its 50 MB are installed by those alone who chose it', async () => {
  for (const tarball of tarballs) {
    const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
    const { dependencies } = v.parse(v.object({ dependencies: json }), JSON.parse(stdout));
    expect(Object.keys(dependencies).filter((name) => name.startsWith('@rspack/'))).toEqual([]);
  }
});

test('a contract that was broken within a major version is refused', () => {
  const contracts = { 1: { pricing: 2 }, 2: { pricing: 3 } };
  const check = (version: string, current: Readonly<Record<string, number>>) => () =>
    checkContracts({ version, contracts }, current);
  expect(check('1.4.0', { pricing: 2, reviews: 1 })).not.toThrow();
  expect(check('1.4.0', { pricing: 3 })).toThrow(/other contracts of pricing: raise its major/);
  expect(check('1.4.0', { pricing: 2, reviews: 2 })).toThrow('of reviews');
  expect(check('2.0.0', { pricing: 3 })).not.toThrow();
  expect(check('3.0.0', { pricing: 3 })).toThrow('of pricing');
});
