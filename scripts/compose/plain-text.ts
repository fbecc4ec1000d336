/** Characters that a terminal obeys, hides or turns around, and line ends beside the one that splits. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * The lines of a text that somebody else wrote, for a terminal and a CI log: nothing in them moves a cursor,
 * and none is a command of GitHub's runner, which takes `##[…]` anywhere in a line and `::…::` at its beginning
 * (Runner.Common/ActionCommand.cs), so that a line needs something in front.
 */
export function plainLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(unprintable, ' ').replaceAll('##[', '## [').trimEnd());
}

/** The same in one line of at most 2,000 characters. */
export function plainText(text: string): string {
  return plainLines(text).join(' ').trim().slice(0, 2000);
}
