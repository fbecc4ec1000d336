import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { freePort } from '@composed/http/operations/free-port';
import { install } from '@composed/testing/sample-sites/repository';
import { composed, startCommand } from '@composed/testing/server/start-process';
import type { Environment } from './run-site';
import { aTeam } from './team';

const run = promisify(execFile);

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
