import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { readPackage, workspaceFolders } from '@composed/apps/workspaces';

const run = promisify(execFile);
const checkout = join(import.meta.dirname, '../../../../..');

/** The workspaces of this checkout: folder → name. */
const workspaces = new Map(
  workspaceFolders(checkout).map((folder) => [
    folder,
    readPackage(join(checkout, folder, 'package.json')).name,
  ]),
);

const json = v.record(v.string(), v.unknown());
const parseJson = (text: string) => v.parse(json, JSON.parse(text));

/** Returns where a package of a lockfile is installed if the workspace around it is an installed package, too. */
function installedAt(folder: string): string {
  const [outer = '', inner] = folder.split(/\/(?=node_modules\/)/);
  const workspace = workspaces.get(outer);
  return workspace === undefined ? folder : `node_modules/${workspace}/${inner}`;
}

/** Writes a lockfile with the versions of this repository, which npm installs from its cache without a registry. */
export async function writeLock(repository: string): Promise<void> {
  const { packages } = parseJson(await readFile(join(checkout, 'package-lock.json'), 'utf8'));
  const installed = Object.entries(v.parse(v.record(v.string(), json), packages))
    .filter(([folder, { link }]) => /^(?:shared\/.*)?node_modules\//.test(folder) && !link)
    .map(([folder, entry]) => [installedAt(folder), entry] as const);
  const root = parseJson(await readFile(join(repository, 'package.json'), 'utf8'));
  const tools = Object.entries(v.parse(v.record(v.string(), v.string()), root['devDependencies']));
  const tarballs = tools
    .filter(([, resolved]) => resolved.startsWith('file:'))
    .map(async ([name, resolved]) => {
      const file = join(repository, resolved.replace('file:', ''));
      const { stdout } = await run('tar', ['-xzOf', file, 'package/package.json']);
      return [`node_modules/${name}`, { ...parseJson(stdout), resolved }] as const;
    });
  const lockedPackages = Object.fromEntries<unknown>([
    ...(await Promise.all(tarballs)),
    ...installed,
  ]);
  const lock = { lockfileVersion: 3, requires: true, packages: { '': root, ...lockedPackages } };
  await writeFile(join(repository, 'package-lock.json'), JSON.stringify(lock));
}

/**
 * Prepares edits of a source file.
 * @returns a function that replaces a text in the original content and writes the file
 */
export async function prepareEdits(file: string) {
  const text = await readFile(file, 'utf8');
  return (before: string, after: string) => writeFile(file, text.replaceAll(before, after));
}

const scopes = new Set([...workspaces.values()].map((name) => name.split('/')[0]));
/** Tells whether a folder in `node_modules` has packages of others, not workspaces or the files of tools. */
const isForeign = (name: string) => name === '.bin' || !(name.startsWith('.') || scopes.has(name));

/**
 * Installs the packages of a repository without npm, which would take twenty seconds: hard links to the files of this
 * checkout's packages, and the packed packages. generated-site.spec tests the installation by npm.
 */
export async function install(repository: string): Promise<void> {
  const into = join(repository, 'node_modules');
  /** Links the packages of others in a folder. */
  const link = async (from: string, scope = '') => {
    const to = join(into, scope, scope && 'node_modules');
    await mkdir(to, { recursive: true });
    const all = await readdir(join(checkout, from), { withFileTypes: true });
    const packages = all.filter((each) => each.isDirectory() && isForeign(each.name));
    const words = [...packages.map(({ name }) => name), to];
    const tree = (option: string) => run('cp', [option, ...words], { cwd: join(checkout, from) });
    await tree('-al').catch(() => tree('-a'));
  };
  await link('node_modules');
  await link('shared/node_modules', '@composed');
  const { devDependencies } = readPackage(join(repository, 'package.json'));
  for (const [name, from] of Object.entries(devDependencies)) {
    if (!from.startsWith('file:')) continue;
    const installed = join(into, name);
    await mkdir(installed, { recursive: true });
    const tarball = join(repository, from.replace('file:', ''));
    await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components', '1']);
  }
  for (const folder of workspaceFolders(repository)) {
    const { name } = readPackage(join(repository, folder, 'package.json'));
    await mkdir(dirname(join(into, name)), { recursive: true });
    await symlink(join(repository, folder), join(into, name));
  }
}
