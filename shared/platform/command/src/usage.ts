import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { closest, distance } from 'fastest-levenshtein';
import { UsageError } from './errors.mjs';
import type { Terminal } from './terminal';

/* Help, checks and error messages that all commands have in common. */

/**
 * Creates a command that throws a UsageError for invalid arguments.
 * @param name the words that people type for it, such as 'npm run pack --'
 */
export function createCommand(name: string, about: string, terminal: Pick<Terminal, 'write'>) {
  const write = (text: string) => terminal.write(text);
  return new Command(name)
    .description(about)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride((error) => {
      throw error.code.startsWith('commander.help')
        ? error
        : new UsageError(formatCommanderError(error));
    })
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => undefined });
}

export type CommandBuilder = ReturnType<typeof createCommand>;

/** Returns the words that people type for a command: those of the npm script if npm has started this process. */
export function typedFor(name: string): string {
  if (process.env['npm_lifecycle_event'] !== name) return `composed ${name}`;
  return ['start', 'test'].includes(name) ? `npm ${name} --` : `npm run ${name} --`;
}

/** Returns the last line of help for a command that reads variables, such as 'PORT and SITE_DIR'. */
export const helpOfVariables = (names: string) => `\nIt reads ${names} from the environment.`;

/**
 * Parses the arguments and runs the command, or prints help.
 * @throws UsageError for invalid arguments, and the errors of the command
 */
export async function parseAndRun(program: CommandUnknownOpts, args: readonly string[]) {
  const command = program.commands.find((each) => each.name() === args[0]) ?? program;
  refuseSwallowedOptions(command, program.name(), args);
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
}

/** Formats commander's error message as one sentence with advice. */
function formatCommanderError({ message }: CommanderError): string {
  const text = message
    .replace('command-argument value', 'argument')
    .replace(/option '(\S+) (.+)' argument missing/, 'type $2 after $1')
    .replace(/ is invalid for argument '(\w+)'/, ' for <$1> is invalid')
    .replace(/^error: ./, (start) => start.slice(-1).toUpperCase());
  const sentence = text.replace('\n', ' ');
  return sentence.endsWith('.') ? sentence : `${sentence}; "--help" lists what there is.`;
}

/**
 * Refuses options that npm has taken for its own because they were typed without "--" before them. npm passes them on
 * only as variables of the environment, so the command would run without them.
 * @param name the words that people type for the command
 * @throws UsageError naming the option and what to type
 */
function refuseSwallowedOptions(
  { options }: CommandUnknownOpts,
  name: string,
  args: readonly string[],
): void {
  for (const { long, required } of options) {
    const option = long ?? '';
    const value = process.env[`npm_config_${option.slice(2).replaceAll('-', '_')}`];
    // An option without a value has 'true' here. Another text is a setting of npm, such as the address of a registry.
    if (!value || (!required && value !== 'true') || args.includes(option)) continue;
    throw new UsageError(
      `npm kept ${option} for itself; type "--" before the command: ${name} ${[...args, option].join(' ')}`,
    );
  }
}

/** Returns the known name that a person probably meant, or undefined if none is similar. */
function suggestName(text: string, names: readonly string[]): string | undefined {
  // People may type the path of a folder, which contains the name.
  const partOfPath = names.find((name) => text.split(/[-/]/).includes(name));
  if (partOfPath !== undefined) return partOfPath;
  const nearest = closest(text, names);
  return distance(text, nearest) > Math.min(3, text.length / 2) ? undefined : nearest;
}

/**
 * Creates the error for an unknown name. It suggests a similar one.
 * @param kind such as 'app of this site'
 */
export function createUnknownNameError(
  kind: string,
  text: string,
  names: readonly string[],
): UsageError {
  const isOne = names.length === 1;
  const choices = `${isOne ? 'The only one is' : 'It can be'} ${names.join(', ')}.`;
  const list = names.length > 0 ? choices : 'There is none.';
  const suggestion = names.length > 0 ? suggestName(text, names) : undefined;
  const question = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  return new UsageError(`There is no ${kind} "${text}".${question} ${list}`);
}

/** Returns the parser of an argument or an option that takes one of a few names. */
export const oneOf =
  <T extends string>(kind: string, names: readonly T[]) =>
  (text: string): T => {
    const match = names.find((name) => name === text);
    if (match === undefined) throw createUnknownNameError(kind, text, names);
    return match;
  };
