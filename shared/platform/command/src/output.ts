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

/** The lines of a text that somebody else wrote, with nothing in them that moves a cursor or commands a runner. */
export function plainLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => plainLine(line).trimEnd());
}

/** The same in one line of at most 2,000 characters. */
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

/** The first half of a name of 128 bits, which commands take as well; where it is no part of a path. */
const longId = /(?<![\w/-])([0-9a-f]{12})[0-9a-f]{20}(?![\w/-]|\.\w)/g;

/** A text for people: releases and deployments in it have short names. */
export function shortenIds(text: string): string {
  return text.replaceAll(longId, '$1');
}

/** A sequence that this code alone may send to a terminal. */
class Control {
  constructor(readonly sequence: string) {}
}

export const controls = {
  /** Begins the line anew. */
  rewind: new Control('\r\u001B[K'),
  clear: new Control('\u001B[H\u001B[J'),
  red: new Control('\u001B[31m'),
  green: new Control('\u001B[32m'),
  dim: new Control('\u001B[2m'),
  /** Without a colour. */
  normal: new Control('\u001B[0m'),
};

export type Printed = string | Control;

/** Where a tool writes. Texts are made plain, and controls are shown to people who watch. */
export interface Terminal {
  readonly write: (...parts: readonly Printed[]) => void;
  readonly writeError: (...parts: readonly Printed[]) => void;
  /** For machines: as JSON, with all that `write` shortens. */
  readonly writeJson: (value: unknown) => void;
  /** True when a person watches: a line may be rewritten, and colours are shown. */
  readonly interactive: boolean;
}

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
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.off('error', refuseOther).on('error', refuseOther);
}
