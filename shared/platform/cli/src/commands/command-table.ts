import { findApps, isHost } from '@composed/apps';
import { getRepositoryRoot, getSiteDescription } from '@composed/apps/this-repository';
import { resolvePackageFile, readPackage } from '@composed/apps/workspaces';
import { runProgram } from '@composed/command/run-program';
import { typedFor } from '@composed/command/usage';
import * as v from 'valibot';

/*
 * `composed <command>`: the command line. A site, a remote in a repository of its own and a server have different
 * commands.
 */

type Describe = Parameters<typeof runProgram>[2];
/** The description of a command, and how to load it. A module without an export `command` runs when it is loaded. */
type CommandEntry = readonly [about: string, load: () => Promise<{ readonly command?: Describe }>];
type Commands = Readonly<Record<string, CommandEntry>>;

const serverCommands: Commands = {
  release: ['change what is live, and look at it', () => import('./release')],
  serve: ['serve what is live in the store', () => import('@composed/server/commands/serve')],
  services: [
    'run the embedded services alone, for servers elsewhere',
    () => import('@composed/server/commands/services'),
  ],
};

const appCommands: Commands = {
  build: ['build releases of apps into dist/<app>', () => import('./build')],
  test: [
    'check types, boundaries, and run unit and browser tests, or some of them',
    () => import('./test'),
  ],
  check: [
    'run the checks and unit tests for your changes, without build or browser',
    async () => ({ command: (await import('./test')).check }),
  ],
  ...serverCommands,
};

/** `new` in a folder without apps, which can write only a site. */
const newSite: CommandEntry = [
  'write a new site',
  async () => ({ command: (await import('./new')).newSite }),
];

const siteCommands: Commands = {
  start: [
    'build what changed, publish what the store has never seen, and serve it',
    () => import('./start'),
  ],
  dev: ['run dev servers until Ctrl-C', () => import('./dev')],
  stories: [
    'show components in every state, on the dev servers',
    async () => ({ command: (await import('./dev')).stories }),
  ],
  ...appCommands,
  new: ['write a new remote, or another site', () => import('./new')],
  pack: ['pack the packages that other repositories install', () => import('./pack')],
};

const remoteCommands: Commands = {
  start: [
    'run the remote alone until Ctrl-C',
    async () => ({ command: (await import('./remote-repository')).start }),
  ],
  dev: [
    'show the remote inside the site at an address',
    async () => ({ command: (await import('./remote-repository')).dev }),
  ],
  stories: [
    'show its components in every state',
    async () => ({ command: (await import('./remote-repository')).stories }),
  ],
  ...appCommands,
};

/** Whether the site's shared package exports a page that shows stories. */
function hasStories(): boolean {
  const { package: sitePackage } = getSiteDescription();
  if (sitePackage === '') return false;
  const { exports } = readPackage(resolvePackageFile(getRepositoryRoot(), sitePackage));
  return v.is(v.record(v.string(), v.unknown()), exports) && './stories/show-stories' in exports;
}

/** Returns the commands for the apps of a checkout, and whose commands these are. */
export function findCommands(apps = findApps()): readonly [owner: string, commands: Commands] {
  const { stories, ...otherCommands } = apps.some(isHost) ? siteCommands : remoteCommands;
  const shownCommands = stories && hasStories() ? { ...otherCommands, stories } : otherCommands;
  if (apps.some(isHost)) return ['the apps of a site', shownCommands];
  return apps.length > 0
    ? ['a remote in a repository of its own', shownCommands]
    : ['the site of a store', { ...serverCommands, new: newSite }];
}

/**
 * Runs the command that the arguments of this process name.
 * @throws Error when a package.json describes an app or a site wrongly
 */
export async function dispatchCommand(): Promise<void> {
  process.chdir(getRepositoryRoot());
  const [, , word = ''] = process.argv;
  const [owner, commands] = Object.hasOwn(serverCommands, word)
    ? ['', serverCommands]
    : findCommands();
  const entry = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (entry === undefined) {
    runProgram('composed', `commands for ${owner}`, (program) => {
      for (const [name, [about]] of Object.entries(commands))
        program.command(name).description(about);
      return program;
    });
    return;
  }
  process.argv.splice(2, 1);
  const [about, load] = entry;
  const { command } = await load();
  if (command) runProgram(typedFor(word), about, command);
}
