import { findApps, isHost } from '@composed/apps';
import { repositoryRoot, siteDescription } from '@composed/apps/this-repository';
import { packageFileFrom, readPackage } from '@composed/apps/workspaces';
import { runProgram } from '@composed/command/run-program';
import { typedFor } from '@composed/command/usage';
import * as v from 'valibot';

/*
 * `composed <command>`: the command line of a site, of a remote in a repository of its own, and of a server. Each has
 * the commands that work there.
 */

type Describe = Parameters<typeof runProgram>[2];
/** The description of a command, and how its module is loaded. Some modules run the command as they are loaded. */
type Listed = readonly [about: string, load: () => Promise<{ readonly command?: Describe }>];
type Commands = Readonly<Record<string, Listed>>;

const anywhere: Commands = {
  release: ['change what is live, and look at it', () => import('./release')],
  serve: ['serve what is live in the store', () => import('@composed/server/commands/serve')],
  services: [
    'run the embedded services alone, for servers elsewhere',
    () => import('@composed/server/commands/services'),
  ],
};

const ofApps: Commands = {
  build: ['build releases of apps into dist/<app>', () => import('./build')],
  test: [
    'check types, boundaries, and run unit and browser tests, or some of them',
    () => import('./test'),
  ],
  check: [
    'run what of "test" needs no build and no browser, for what differs from the main branch',
    async () => ({ command: (await import('./test')).check }),
  ],
  ...anywhere,
};

/** The command for a folder that has packages and no app yet. */
const newSite: Listed = [
  'write a new site',
  async () => ({ command: (await import('./new')).newSite }),
];

const ofSite: Commands = {
  start: [
    'build what changed, publish what the store has never seen, and serve it',
    () => import('./start'),
  ],
  dev: ['run dev servers until Ctrl-C', () => import('./dev')],
  stories: [
    'show components in every state, on the dev servers',
    async () => ({ command: (await import('./dev')).stories }),
  ],
  ...ofApps,
  new: ['write a new remote, or another site', () => import('./new')],
  pack: ['pack the packages that other repositories install', () => import('./pack')],
};

const ofRemote: Commands = {
  start: [
    'run the remote alone until Ctrl-C',
    async () => ({ command: (await import('./remote')).start }),
  ],
  dev: [
    'show the remote inside the site of an address',
    async () => ({ command: (await import('./remote')).dev }),
  ],
  stories: [
    'show its components in every state',
    async () => ({ command: (await import('./remote')).stories }),
  ],
  ...ofApps,
};

/** Whether the site has a page that shows stories. */
function hasStories(): boolean {
  if (siteDescription.package === '') return false;
  const { exports } = readPackage(packageFileFrom(repositoryRoot, siteDescription.package));
  return v.is(v.record(v.string(), v.unknown()), exports) && './stories/show-stories' in exports;
}

/** @returns the kind of an installation, by its apps, and the commands that work there */
export function commandsOf(apps = findApps()): readonly [owner: string, commands: Commands] {
  const { stories, ...otherCommands } = apps.some(isHost) ? ofSite : ofRemote;
  const shownCommands = stories && hasStories() ? { ...otherCommands, stories } : otherCommands;
  if (apps.some(isHost)) return ['the apps of a site', shownCommands];
  return apps.length > 0
    ? ['a remote in a repository of its own', shownCommands]
    : ['the site of a store', { ...anywhere, new: newSite }];
}

/**
 * Runs the command that was typed.
 * @throws Error where a package.json says something wrong
 */
export async function runComposed(): Promise<void> {
  process.chdir(repositoryRoot);
  const [, , word = ''] = process.argv;
  const [owner, commands] = Object.hasOwn(anywhere, word) ? ['', anywhere] : commandsOf();
  const listed = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (listed === undefined) {
    runProgram('composed', `commands for ${owner}`, (program) => {
      for (const [name, [about]] of Object.entries(commands))
        program.command(name).description(about);
      return program;
    });
    return;
  }
  process.argv.splice(2, 1);
  const [about, load] = listed;
  const { command } = await load();
  if (command) runProgram(typedFor(word), about, command);
}
