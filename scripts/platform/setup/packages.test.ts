import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@composed/tooling/testing/temporary-folder';
import { isInstalled } from './packages.mjs';

let folder: string;

const write = (path: string, content: unknown): void =>
  writeFileSync(join(folder, path), JSON.stringify(content));

/** Writes a lockfile, or npm's own account, with these packages. */
const lock = (packages: object, path = 'package-lock.json'): void => write(path, { packages });
const account = (packages: object): void => lock(packages, 'node_modules/.package-lock.json');

const react = { 'node_modules/react': { version: '19.0.0' } };
const newerReact = { 'node_modules/react': { version: '19.0.1' } };

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  lock({ '': { version: '1.0.0' }, host: {}, 'node_modules/host': { link: true }, ...react });
});

test('neither a fresh clone nor an interrupted installation counts', () => {
  expect(isInstalled(folder, true)).toBe(false);
  rmSync(join(folder, 'node_modules'), { recursive: true });
  expect(isInstalled(folder, true)).toBe(false);
});

test('npm’s account of the same packages counts, and one of others does not', () => {
  account({ host: {}, 'node_modules/host': { link: true }, ...react });
  expect(isInstalled(folder, true)).toBe(true);
  lock(newerReact);
  expect(isInstalled(folder, true)).toBe(false);
  account(newerReact);
  expect(isInstalled(folder, true)).toBe(true);
  account({});
  expect(isInstalled(folder, true)).toBe(false);
});

test('what only development needs has to be there where it is asked for', () => {
  lock({ ...react, 'node_modules/jest': { version: '30.0.0', dev: true } });
  account(react);
  expect(isInstalled(folder, false)).toBe(true);
  expect(isInstalled(folder, true)).toBe(false);
  account({ ...react, 'node_modules/jest': { version: '30.0.0', dev: true } });
  expect(isInstalled(folder, false)).toBe(true);
  expect(isInstalled(folder, true)).toBe(true);
});

test('a package for another kind of machine may be missing', () => {
  lock({ ...react, 'node_modules/@esbuild/aix-ppc64': { version: '1.0.0', optional: true } });
  account(react);
  expect(isInstalled(folder, true)).toBe(true);
});
