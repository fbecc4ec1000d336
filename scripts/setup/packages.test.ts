import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, markInstalled } from './packages.mjs';

let folder: string;

const write = (path: string, content: unknown): void =>
  writeFileSync(join(folder, path), JSON.stringify(content));

/** Writes a lockfile, or npm's own account, with these packages. */
const lock = (packages: object, path = 'package-lock.json'): void => write(path, { packages });
const account = (packages: object): void => lock(packages, 'node_modules/.package-lock.json');

const react = { 'node_modules/react': { version: '19.0.0' } };
const newerReact = { 'node_modules/react': { version: '19.0.1' } };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shopwright-setup-'));
  mkdirSync(join(folder, 'node_modules'));
  lock({ '': { version: '1.0.0' }, host: {}, 'node_modules/host': { link: true }, ...react });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a fresh clone has nothing installed', () => {
  rmSync(join(folder, 'node_modules'), { recursive: true });
  expect(isInstalled(folder)).toBe(false);
});

test('packages that an interrupted installation left are not taken for one', () => {
  expect(isInstalled(folder)).toBe(false);
});

test('an installation is remembered', () => {
  markInstalled(folder);
  expect(isInstalled(folder)).toBe(true);
});

test('a changed lockfile asks for a new installation', () => {
  markInstalled(folder);
  lock(newerReact);
  expect(isInstalled(folder)).toBe(false);
});

test('removed packages take the memory with them', () => {
  markInstalled(folder);
  rmSync(join(folder, 'node_modules'), { recursive: true });
  expect(isInstalled(folder)).toBe(false);
});

test("someone's own npm install counts, before and after a change of the lockfile", () => {
  account({ host: {}, 'node_modules/host': { link: true }, ...react });
  expect(isInstalled(folder)).toBe(true);
  markInstalled(folder);
  lock(newerReact);
  account(newerReact);
  expect(isInstalled(folder)).toBe(true);
});

test('an account with another version or without a package does not count', () => {
  account(newerReact);
  expect(isInstalled(folder)).toBe(false);
  account({});
  expect(isInstalled(folder)).toBe(false);
});

test('a package below a workspace counts too', () => {
  lock({ ...react, 'scripts/node_modules/jose': { version: '6.0.0' } });
  account(react);
  expect(isInstalled(folder)).toBe(false);
});

test('a package for another kind of machine may be missing', () => {
  lock({ ...react, 'node_modules/@esbuild/aix-ppc64': { version: '1.0.0', optional: true } });
  account(react);
  expect(isInstalled(folder)).toBe(true);
});

test('packages that came from another kind of machine are installed again', () => {
  account(react);
  writeFileSync(join(folder, 'node_modules/.shopwright-installed'), 'plan9 mips 00\n');
  expect(isInstalled(folder)).toBe(false);
});
