import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { readPackage, workspaceFolders } from '@composed/apps/workspaces';
import { freePort } from '@composed/http/operations/free-port';
import { composed, startCommand } from '@composed/testing/server/start-process';
import type { Environment } from './run-site';
import { aTeam } from './team';

const run = promisify(execFile);
const checkout = join(import.meta.dirname, '../../..');

const json = v.record(v.string(), v.unknown());
const parseJson = (text: string) => v.parse(json, JSON.parse(text));

/** Writes a lockfile with the versions of this repository, which npm installs from its cache without a registry. */
export async function writeLock(repository: string): Promise<void> {
  const { packages } = parseJson(await readFile(join(checkout, 'package-lock.json'), 'utf8'));
  const installed = Object.entries(v.parse(v.record(v.string(), json), packages))
    .filter(
      ([folder, { link }]) =>
        /^(?:shared\/(?:platform\/\w+\/|services\/)?)?node_modules\//.test(folder) && !link,
    )
    .map(([folder, entry]) => {
      const installedAt = folder
        .replace(/^shared\/services/, 'node_modules/@shopwright/services')
        .replace(/^shared\/platform/, 'node_modules/@composed')
        .replace(/^shared/, 'node_modules/@shopwright/shared');
      return [installedAt, entry] as const;
    });
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

/** Raises the budget of a host with additional sections, since the budget leaves room for only one. */
async function raiseBudget(copy: string, sections: number): Promise<void> {
  const file = join(copy, 'host/package.json');
  const host = v.parse(hostPackage, JSON.parse(await readFile(file, 'utf8')));
  const { budget } = host.microFrontend;
  for (const [kind, bytes] of Object.entries(budget)) budget[kind] = bytes + 75 * (sections - 1);
  await writeFile(file, JSON.stringify(host));
}
const hostPackage = v.looseObject({
  microFrontend: v.looseObject({ budget: v.record(v.string(), v.number()) }),
});

/** A remote that `npm run new` creates. */
interface NewRemote {
  readonly name: string;
  /** Further arguments of the command. */
  readonly words?: readonly string[];
  /** Whether it is in the host's repository. */
  readonly isHere?: boolean;
  /** Writes further files into the folder of a remote in the host's repository. */
  readonly more?: (folder: string) => Promise<void>;
}

/**
 * Creates remotes in repositories of their own, or in the host's, and then starts the site.
 * @param variables of the environment of all commands
 */
export async function ownRepositories(remotes: readonly NewRemote[], variables: Environment = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'own-repositories-'));
  const at = (...names: readonly string[]) => join(folder, ...names);
  const [first = '', ...otherNames] = remotes.flatMap(({ name, isHere }) => (isHere ? [] : [name]));
  const team = await aTeam(async (copy) => {
    const lockfile = join(copy, 'package-lock.json');
    const lock = await readFile(lockfile, 'utf8');
    for (const { name, words = [], isHere, more } of remotes) {
      const apart = ['--repository', at(name), ...(name === first ? [] : ['--registry'])];
      const typedWords = [composed, 'new', name, ...words, ...(isHere ? [] : apart)];
      await run(process.execPath, typedWords, { cwd: copy });
      await more?.(join(copy, `remote-${name}`));
    }
    // Restores the lockfile, so that the builds of unchanged apps are still valid.
    await writeFile(lockfile, lock);
    // Remotes of ES modules count twice, since a page pins each of their files.
    const moduleRemotes = remotes.filter(({ words = [] }) => words.includes('vite'));
    await raiseBudget(copy, remotes.length + moduleRemotes.length);
  }, variables);
  await install(at(first));
  for (const name of otherNames)
    await run('cp', ['-al', at(first, 'node_modules'), at(name, 'node_modules')]);
  const environment: Environment = { ...team.environment, ...variables };
  const devPort = String(20_000 + 3 * Math.floor(Math.random() * 3000));

  /** Runs a command, which must succeed. */
  const command = (cwd: string, ...[program = '', ...words]: readonly string[]) =>
    run(program, words, { cwd, env: { ...process.env, ...environment } });
  return {
    at,
    team,
    command,
    /** Runs a release command in the repository of a remote. */
    release: (name: string, ...words: readonly string[]) =>
      command(at(name), 'npm', 'run', 'release', '--', ...words),
    /** Starts a command that serves something, on ports of its own. */
    start: async (cwd: string, words: readonly string[], ready = /is ready at (\S+)/) => {
      const ports = { PORT: String(await freePort()), DEV_PORT: devPort, SITE_URL: '' };
      return startCommand(cwd, words, ready, { ...environment, ...ports });
    },
    stop: async () => {
      await team.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Prepares edits of a source file.
 * @returns a function that replaces a text in the original content and writes the file
 */
export async function prepareEdits(file: string) {
  const text = await readFile(file, 'utf8');
  return (before: string, after: string) => writeFile(file, text.replaceAll(before, after));
}

/**
 * Installs the packages of a repository without npm, which would take twenty seconds: hard links to the files of this
 * checkout's packages, and the packed packages. own-site.spec tests the installation by npm.
 */
export async function install(repository: string): Promise<void> {
  const into = join(repository, 'node_modules');
  /** Links the packages of a folder, without workspaces and the files of tools. */
  const link = async (from: string, scope = '') => {
    const to = join(into, scope, scope && 'node_modules');
    await mkdir(to, { recursive: true });
    const all = await readdir(join(checkout, from), { withFileTypes: true });
    const isPackage = /^(?!\.|@(?:composed|shopwright)$)|^\.bin$/;
    const packages = all.filter((each) => each.isDirectory() && isPackage.test(each.name));
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
