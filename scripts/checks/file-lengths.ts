import type { SourceFile } from './source-tree';

const longestFile = 250;
const reasonLines = 12;
const reason = /longer than 250 lines/i;

/**
 * One subject per file: none above 250 lines without a comment in its first lines that says
 * "Longer than 250 lines because …".
 * @returns one line per offence
 */
export function fileLengthOffences(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.replace(/\n$/, '').split('\n');
    if (lines.length <= longestFile) return [];
    if (reason.test(lines.slice(0, reasonLines).join('\n'))) return [];
    return [
      `${path}: ${lines.length} lines; split it, or say why it is longer than ${longestFile}`,
    ];
  });
}
