import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { findApps, isHost } from '@composed/apps';
import { readEnvironment } from '@composed/command/environment';
import { UsageError } from '@composed/command/errors';
import { createTerminal } from '@composed/command/terminal';
import type { runProgram } from '@composed/command/run-program';
import { createCommand, parseAndRun } from '@composed/command/usage';
import { createProgram } from '@composed/release/commands/command-line';
import { createServerCommands } from '@composed/server/commands/release/server-commands';
import { aFolderSite } from '@composed/testing/release/folder-site';
import { siteServices } from '@shopwright/services';
import { composed } from '@composed/testing/server/start-process';
import { findCommands } from '@composed/cli/commands';

type Described = Parameters<typeof runProgram>;
let mockDescribed: Described | undefined;
jest.mock('@composed/command/run-program', () => ({
  ...jest.requireActual<object>('@composed/command/run-program'),
  runProgram: (...described: Described) => void (mockDescribed = described),
}));

const site = aFolderSite();

/** The commands of this repository, beside those of every site. */
const commandsFolder = path.join(import.meta.dirname, '../commands');
const ownCommands = readdirSync(commandsFolder)
  .filter((file) => /^[a-z]+\.ts$/.test(file))
  .map((file) => path.basename(file, '.ts'));
const [, ofSite] = findCommands();
const [, ofRemote] = findCommands(findApps().filter((app) => !isHost(app)));
const listed = new Map([
  ...Object.entries(ofSite),
  ...Object.entries(ofRemote).map(([name, each]) => [`remote ${name}`, each] as const),
]);
const commands = [...listed.keys(), ...ownCommands].filter((name) => name !== 'remote release');

/** The commands whose descriptions are checked here. `release` needs a store, and has a test of its own. */
const described = new Map<string, Described | undefined>();

beforeAll(async () => {
  for (const name of commands.filter((each) => each !== 'release')) {
    mockDescribed = undefined;
    const found = listed.get(name);
    const command = found ? (await found[1]()).command : void (await import(`../commands/${name}`));
    described.set(name, command ? [`composed ${name}`, found?.[0] ?? '', command] : mockDescribed);
  }
});

/** Runs a command with these words, and returns its outcome. */
async function say(command: string, ...words: string[]) {
  let out = '';
  const write = (part: string) => void (out += part);
  const terminal = createTerminal(write, write, false);
  const otherCommands = createServerCommands(
    readEnvironment({ SITE_DIR: site.folder }),
    siteServices,
    site.tool,
    terminal,
  );
  const [typed = '', about = '', describe] = described.get(command) ?? [];
  const program =
    describe?.(createCommand(typed, about, terminal)) ??
    createProgram(site.tool, terminal, otherCommands);
  const error: unknown = await parseAndRun(program, words).catch((thrown: unknown) => thrown);
  return { out, error, program };
}

describe.each(commands)('%s', (command) => {
  test('prints help that fits one screen, as do all of its commands', async () => {
    const { program } = await say(command, '--help');
    for (const words of [[], ...program.commands.map((each) => [each.name()])]) {
      const { out, error } = await say(command, ...words, '--help');
      expect(error).toBeUndefined();
      expect(out).toMatch(/^Usage: (?:npm|composed) /);
      expect({ words, isShort: out.split('\n').length <= 40 }).toEqual({ words, isShort: true });
    }
  });

  test('refuses wrong arguments and does nothing', async () => {
    for (const words of [['--frob'], ['FROB', 'FROB', 'FROB']]) {
      const { out, error } = await say(command, ...words);
      expect({ out, error }).toEqual({ out: '', error: expect.any(UsageError) as unknown });
      expect(String(error)).toMatch(/(?:frob|FROB|Too many arguments).*\.$/);
    }
  });
});

test.each([
  ['new', ['Reviews'], '"Reviews" cannot be the name of a remote'],
  ['new', ['reviews', '--bundler', 'webpak'], 'Did you mean webpack?'],
  ['new', ['--page', '/reviews'], 'Name the remote first: composed new reviews --page /reviews'],
  ['new', ['reviews', '--registry'], 'goes with --repository <folder>.'],
  ['new', ['reviews', '--repository', 'host/own'], 'own is inside this repository: name a folder'],
  ['new', ['reviews', '--repository', '.'], 'is inside this repository: name a folder beside it.'],
  ['build', ['pricng'], 'There is no app "pricng". Did you mean pricing?'],
  ['test', ['brwser'], 'There is no step "brwser". Did you mean browser?'],
  ['test', ['types', 'unit', 'frob'], 'There is no step "frob". It can be types,'],
  ['test', ['--workers=1'], 'Name the step whose tool takes --workers=1.'],
  ['dev', ['pricng'], 'There is no remote in this checkout "pricng". Did you mean pricing?'],
  ['dev', ['pricing', '--alone', 'pricing'], 'Name one remote'],
  ['release', ['settings', '--budget', 'pricng.script=10'], 'Did you mean pricing?'],
  ['remote dev', ['foo'], 'It takes an address such as https://shop.example.com.'],
] as const)('%s %j is answered with what can be meant', async (command, words, sentence) => {
  const { error } = await say(command, ...words);
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toContain(sentence);
});

const start = (...words: string[]) => spawn(process.execPath, [composed, ...words]);

test.each([
  [['build', '--frob'], `Unknown option '--frob'; "--help" lists what there is.\n`],
  [['strt'], `Unknown command 'strt' (Did you mean start?); "--help" lists what there is.\n`],
])('a mistake such as %j ends with 2, and one sentence', async (words, sentence) => {
  const child = start(...words);
  const said = [text(child.stdout), text(child.stderr), once(child, 'close')];
  expect(await Promise.all(said)).toEqual(['', sentence, [2, null]]);
});

test('explain prints what it waits for', async () => {
  const child = start('release', 'explain');
  const said: readonly unknown[] = await once(child.stderr, 'data');
  expect(String(said[0])).toMatch(/^Paste a stack/);
  child.stdin.end('TypeError: none\n');
  expect(await text(child.stdout)).toBe('TypeError: none\n');
});
