/*
 * The only code that writes to a terminal or a CI log. Releases, pages, stores and settings hold texts of others, so
 * each text is made plain here. A lint rule keeps other code from writing.
 */

/** Characters that a terminal obeys, hides or turns around, and line ends beside the one that splits. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Commands of CI: of Azure and GitHub's first, anywhere in a line (Runner.Common/ActionCommand.cs). */
const commandAnywhere = /##(?=[\w.]*\[)/g;

/** GitHub's runner takes `::…::` for a command where a line begins with it, spaces aside. */
function plainLine(line: string): string {
  return line
    .replaceAll(unprintable, ' ')
    .replaceAll(commandAnywhere, '## ')
    .replace(/^\s*:(?=:)/, '$&\u0020');
}

/** The lines of a foreign text, without anything that moves a cursor or commands a runner. */
export function plainLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => plainLine(line).trimEnd());
}

/** A foreign text in one plain line of at most 2,000 characters. */
export function plainText(text: string): string {
  return plainLines(text).join(' ').trim().slice(0, 2000);
}

/** JSON with unprintable characters escaped: a parser reads the same. */
export function escapeJson(json: string): string {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json
    .replaceAll(unprintable, (character) =>
      character === '\n' ? character : character.split('').map(escape).join(''),
    )
    .replaceAll(commandAnywhere, '#\\u0023');
}

/** The id of a release or deployment outside of a path. Commands take its first half as well. */
const longId = /(?<![\w/-])([0-9a-f]{12})[0-9a-f]{20}(?![\w/-]|\.\w)/g;

/** A text for people, with short ids of releases and deployments. */
export function shortenIds(text: string): string {
  return text.replaceAll(longId, '$1');
}

/** A sequence for a terminal, which only this code may send. */
class Control {
  constructor(readonly sequence: string) {}
}

export const controls = {
  /** Clears the line. */
  rewind: new Control('\r\u001B[K'),
  clear: new Control('\u001B[H\u001B[J'),
  red: new Control('\u001B[31m'),
  green: new Control('\u001B[32m'),
  dim: new Control('\u001B[2m'),
  /** Ends a colour. */
  normal: new Control('\u001B[0m'),
};

export type Printed = string | Control;

/** The output of a tool. Texts are made plain, and controls are sent to people who watch. */
export interface Terminal {
  readonly write: (...parts: readonly Printed[]) => void;
  readonly writeError: (...parts: readonly Printed[]) => void;
  /** Writes JSON for machines, with whole ids. */
  readonly writeJson: (value: unknown) => void;
  /** True when a person watches: a line may be rewritten, and colours are shown. */
  readonly interactive: boolean;
  /** Characters of a line. */
  readonly columns: number;
}

/** Says how many of all things a step has done. */
export type Count = (done: number, total: number) => void;

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

function refuseOther(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Lets a command go on when its reader has seen enough, as `head` has after ten lines. */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.off('error', refuseOther).on('error', refuseOther);
}
