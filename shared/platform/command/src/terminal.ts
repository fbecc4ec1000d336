/*
 * The only code that writes to a terminal or a CI log, which a lint rule enforces. Releases, pages, stores and settings
 * contain untrusted text, so this code removes control characters and CI commands from all output.
 */

/** Control and formatting characters, including those for the direction of text, and all line separators. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** A command of Azure Pipelines, and of older GitHub runners, anywhere in a line (Runner.Common/ActionCommand.cs). */
const commandAnywhere = /##(?=[\w.]*\[)/g;

/** Makes a line plain. GitHub's runner takes `::…::` at its start, after optional spaces, for a command. */
function plainLine(line: string): string {
  return line
    .replaceAll(unprintable, ' ')
    .replaceAll(commandAnywhere, '## ')
    .replace(/^\s*:(?=:)/, '$&\u0020');
}

/** Splits an untrusted text into lines without control characters and CI commands. */
export function plainLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => plainLine(line).trimEnd());
}

/** Turns an untrusted text into one plain line of at most 2,000 characters. */
export function plainText(text: string): string {
  return plainLines(text).join(' ').trim().slice(0, 2000);
}

/** Escapes unprintable characters and CI commands in JSON, without changing its value. */
export function escapeJson(json: string): string {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json
    .replaceAll(unprintable, (character) =>
      character === '\n' ? character : character.split('').map(escape).join(''),
    )
    .replaceAll(commandAnywhere, '#\\u0023');
}

/** The id of a release or a deployment, but not inside a path. */
const longId = /(?<![\w/-])([0-9a-f]{12})[0-9a-f]{20}(?![\w/-]|\.\w)/g;

/** Shortens the ids of releases and deployments in a text to 12 characters, which commands accept too. */
export function shortenIds(text: string): string {
  return text.replaceAll(longId, '$1');
}

/** An ANSI escape sequence. Terminals print the sequences in `controls`, and no others. */
class Control {
  constructor(readonly sequence: string) {}
}

export const controls = {
  /** Moves the cursor to the start of the line and clears the line. */
  rewind: new Control('\r\u001B[K'),
  clear: new Control('\u001B[H\u001B[J'),
  red: new Control('\u001B[31m'),
  green: new Control('\u001B[32m'),
  dim: new Control('\u001B[2m'),
  /** Ends a colour. */
  normal: new Control('\u001B[0m'),
};

export type Printed = string | Control;

/** The output of a command. Texts are made plain, and control sequences are printed only on an interactive terminal. */
export interface Terminal {
  readonly write: (...parts: readonly Printed[]) => void;
  readonly writeError: (...parts: readonly Printed[]) => void;
  /** Writes JSON with unshortened ids. */
  readonly writeJson: (value: unknown) => void;
  /** Whether the output is a terminal, so that lines may be rewritten and coloured. */
  readonly interactive: boolean;
  /** The number of characters in a line. */
  readonly columns: number;
}

/** Reports the progress of a step. */
export type ReportProgress = (done: number, total: number) => void;

export function createTerminal(
  out: (text: string) => void,
  error: (text: string) => void,
  interactive: boolean,
): Terminal {
  const show = (parts: readonly Printed[]) =>
    parts
      .map((part) => {
        if (part instanceof Control) return interactive ? part.sequence : '';
        return shortenIds(part.split('\n').map(plainLine).join('\n'));
      })
      .join('');
  return {
    write: (...parts) => out(show(parts)),
    writeError: (...parts) => error(show(parts)),
    writeJson: (value) => out(`${escapeJson(JSON.stringify(value, null, 2))}\n`),
    interactive,
    columns: process.stdout.columns || 80,
  };
}

/** The terminal of this process. */
export const terminal = createTerminal(
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
  process.stdout.isTTY && !process.env['NO_COLOR'],
);

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Lets a command continue after the reader of its output, such as `head`, has closed the pipe. */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.off('error', ignoreClosedPipe).on('error', ignoreClosedPipe);
}
