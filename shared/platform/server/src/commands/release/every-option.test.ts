import { testServices } from '@composed/testing/server/back-end';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { readEnvironment } from '@composed/command/environment';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { createTerminal, type Terminal } from '@composed/command/terminal';
import { createProgram, runCommandLine } from '@composed/release/commands/command-line';
import { aFolderSite } from '@composed/testing/release/folder-site';
import { until } from '@composed/testing/server/until';
import { createServerCommands } from './server-commands';

/* Every option and argument of every command, as the program itself names them, with every kind of value. */

const values = [
  '',
  ' ',
  'none',
  'null',
  'true',
  '0',
  '-1',
  '5',
  '60m',
  '1e3',
  '9'.repeat(400),
  'frob',
  '__proto__',
  'constructor',
  'toString',
  '../x',
  'a/b',
  '-',
  '--',
  'a b',
  'ünï–✓',
  '\u202Eevil',
  '\u200B',
  '\u001B[2J',
  'a\n::error file=x::y',
  '##[error]no',
  '%00',
  '$(id)',
  '/_telemetry=10',
  'https://shop.test',
  'https://shop.test/prices',
  'javascript:alert(1)',
  'pricing.script=7000',
  'pricing.script=none',
  `pricing.script=${'9'.repeat(400)}`,
  '__proto__.script=5',
  'constructor.script=5',
  '.script=5',
  '*.html.html=none',
];

/** `npm run soak` sets SOAK: then each option gets each value, else every third, the next one another third. */
const isSoak = Boolean(process.env['SOAK']);
const valuesOf = (index: number) =>
  isSoak ? values : values.filter((_value, n) => n % 3 === index % 3);

/** Words that stand for a lost value, and in no sentence for people. */
const lost =
  /\b(?:undefined|NaN|Infinity)\b|\[object|native code|Cannot read|is not (?:a function|iterable)|\n\s+at /;

/** Characters that a terminal or a CI runner obeys. */
const raw = /[^\n\P{Cc}]|\p{Cf}|##\w*\[|^\s*::/mu;

const site = aFolderSite();
const here = process.cwd();

const otherCommands = (output: Terminal) =>
  createServerCommands(readEnvironment({ SITE_DIR: site.folder }), testServices, site.tool, output);

/** The outcome of a line. Ctrl-C ends a command that goes on. */
async function type(...args: string[]) {
  let said = '';
  const write = (text: string) => void (said += text);
  const terminal = createTerminal(write, write, false);
  const done = runCommandLine(args, site.tool, terminal, otherCommands(terminal));
  if (args.includes('--watch')) {
    await until(() => said !== '');
    process.emit('SIGINT');
  }
  const code = await done;
  return { code, said };
}

function accepts({ parseArg }: Argument | Option, text: string): boolean {
  try {
    parseArg?.(text, undefined);
    return true;
  } catch {
    return false;
  }
}

/** A word that an argument or option takes. */
const accepted = (given: Argument | Option) =>
  given.argChoices?.[0] ?? ['pricing', ...values].find((text) => accepts(given, text)) ?? '';

/** The lines to type for a command: each option and argument with each value, and the rest with valid ones. */
function linesOf(command: CommandUnknownOpts): string[][] {
  const name = command.name();
  const args = command.registeredArguments;
  const needed = command.options
    .filter(({ mandatory }) => mandatory)
    .map((option) => [option.long ?? '', accepted(option)]);
  const words = args.map(accepted);
  const options = command.options.flatMap((option, index) => {
    const flag = option.long ?? '';
    const rest = needed.filter(([other]) => other !== flag).flat();
    if (!option.required) return [[name, ...words, ...rest, flag]];
    // Options that need each other: --canary and --promote-after.
    const before = command.options.slice(0, index).findLast((other) => other.required);
    const beside = before ? [[before.long ?? '', accepted(before)]] : [];
    return valuesOf(index).flatMap((value) => {
      const ways = accepts(option, value) ? [[], ...beside] : [[]];
      return ways.map((way) => [name, ...words, ...rest, ...way, `${flag}=${value}`]);
    });
  });
  const typed = args.flatMap((_arg, index) =>
    valuesOf(index).map((value) => [name, ...needed.flat(), ...words.with(index, value)]),
  );
  return [[name], ...options, ...typed];
}

beforeAll(async () => {
  await site.publishAll();
  await site.publish('pricing', 'v2');
  await site.change({ name: 'preview', app: 'host', preview: 'autumn' });
  // Relative paths lead into this folder.
  const folder = path.join(site.root, 'a/folder/of/its/own');
  mkdirSync(folder, { recursive: true });
  // The commands run for this repository, which is found before the working directory changes.
  getRepositoryRoot();
  process.chdir(folder);
  Object.defineProperty(process, 'stdin', { get: () => Readable.from(['']), configurable: true });
});

afterAll(() => process.chdir(here));

const silent = createTerminal(
  () => undefined,
  () => undefined,
  false,
);
const { commands } = createProgram(site.tool, silent, otherCommands(silent));

test.each(commands.map((command) => [command.name(), linesOf(command)] as const))(
  'every value of every option of %s is accepted or refused in a sentence',
  async (name, lines) => {
    for (const [round, line] of lines.entries()) {
      site.sources.set('pricing', `${name} ${round}`);
      const before = (await site.tool.store.readLedger())?.revision;
      const { code, said } = await type(...line);
      const found = { line, said, lost: lost.exec(said)?.[0] };
      expect(said).not.toMatch(raw);
      expect({ ...found, code }).toEqual({ line, said, code: expect.any(Number) as unknown });
      const after = (await site.tool.store.readLedger())?.revision;
      if (after === before) continue;
      const { code: status, err } = await site.runCommandLine('status');
      expect({ line, status, err }).toEqual({ line, status: 0, err: '' });
    }
  },
);
