import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { closest, distance } from 'fastest-levenshtein';
import { UsageError } from './errors.mjs';
import type { Terminal } from './terminal';

/* The same help, checks and sentences for every command that people type. */

/**
 * A command that throws UsageError for wrong arguments.
 * @param typed what people type for it, such as 'npm run pack --'
 */
export function createCommand(typed: string, about: string, terminal: Pick<Terminal, 'write'>) {
  const write = (text: string) => terminal.write(text);
  return new Command(typed)
    .description(about)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride((end) => {
      throw end.code.startsWith('commander.help') ? end : new UsageError(formatTyped(end));
    })
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => undefined });
}

/** A command that `describe` of `runProgram` adds to. */
export type Program = ReturnType<typeof createCommand>;

/** The words that people type for a command: an npm script by that name, where npm has started this process. */
export function typedFor(name: string): string {
  if (process.env['npm_lifecycle_event'] !== name) return `composed ${name}`;
  return ['start', 'test'].includes(name) ? `npm ${name} --` : `npm run ${name} --`;
}

/** The last line of help for a command that is set up by variables alone, such as 'PORT and SITE_DIR'. */
export const helpOfVariables = (names: string) => `\nIt reads ${names} from the environment.`;

/**
 * Carries out the typed arguments, or prints help.
 * @throws UsageError for wrong arguments, and the errors of the command
 */
export async function runTyped(program: CommandUnknownOpts, args: readonly string[]) {
  const meant = program.commands.find((each) => each.name() === args[0]) ?? program;
  refuseSwallowedOptions(meant, program.name(), args);
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
}

/** The problem of the typed arguments, in one sentence. */
function formatTyped({ message }: CommanderError): string {
  const text = message
    .replace('command-argument value', 'argument')
    .replace(/option '(\S+) (.+)' argument missing/, 'type $2 after $1')
    .replace(/ is invalid for argument '(\w+)'/, ' for <$1> is invalid')
    .replace(/^error: ./, (start) => start.slice(-1).toUpperCase());
  const sentence = text.replace('\n', ' ');
  return sentence.endsWith('.') ? sentence : `${sentence}; "--help" lists what there is.`;
}

/**
 * npm keeps an option that is typed without the `--` before it, and leaves it in the environment. The command would
 * run without it.
 * @param typed the words before the arguments
 * @throws UsageError naming the option and what to type
 */
function refuseSwallowedOptions(
  { options }: CommandUnknownOpts,
  typed: string,
  args: readonly string[],
): void {
  for (const { long, required } of options) {
    const option = long ?? '';
    const value = process.env[`npm_config_${option.slice(2).replaceAll('-', '_')}`];
    // A text for an option that takes none is a setting of npm’s own, such as the address of a registry.
    if (!value || (!required && value !== 'true') || args.includes(option)) continue;
    throw new UsageError(
      `npm kept ${option} for itself; type "--" before the command: ${typed} ${[...args, option].join(' ')}`,
    );
  }
}

/** The name that was probably meant. */
function meantBy(typed: string, names: readonly string[]): string | undefined {
  // A folder's name, or a path, contains the name.
  const part = names.find((name) => typed.split(/[-/]/).includes(name));
  const nearest = closest(typed, names);
  return part ?? (distance(typed, nearest) > Math.min(3, typed.length / 2) ? undefined : nearest);
}

/**
 * The error for an unknown name, with the one that was probably meant.
 * @param what the kind of the name, such as 'app of this site'
 */
export function unknownName(what: string, typed: string, names: readonly string[]): UsageError {
  const isOne = names.length === 1;
  const choices = `${isOne ? 'The only one is' : 'It can be'} ${names.join(', ')}.`;
  const list = names.length > 0 ? choices : 'There is none.';
  const meant = names.length > 0 ? meantBy(typed, names) : undefined;
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return new UsageError(`There is no ${what} "${typed}".${question} ${list}`);
}

/** The parser of an argument or option that takes one of a few names. */
export const oneOf =
  <T extends string>(what: string, names: readonly T[]) =>
  (text: string): T => {
    const meant = names.find((name) => name === text);
    if (meant === undefined) throw unknownName(what, text, names);
    return meant;
  };
