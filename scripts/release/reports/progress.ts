import { formatDuration } from './format';

/** Where the tool writes. */
export interface Terminal {
  write(text: string): void;
  writeError(text: string): void;
  /** True when a person watches: a line may be rewritten, and colours are shown. */
  readonly interactive: boolean;
}

/** The terminal of this process. */
export const terminal: Terminal = {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  interactive: process.stdout.isTTY && !process.env['NO_COLOR'],
};

/** Runs a step under its title; the work returns a detail worth showing, or ''. */
export type Progress = <T extends { readonly detail: string }>(
  title: string,
  work: () => Promise<T>,
) => Promise<T>;

/** Shows each step as a line of its own: a mark, its title, a detail, how long it took. */
export function createProgress(terminal: Terminal): Progress {
  const paint = (code: number, text: string) =>
    terminal.interactive ? `\u001B[${code}m${text}\u001B[0m` : text;
  const rewind = terminal.interactive ? '\r\u001B[K' : '';

  return async (title, work) => {
    const began = performance.now();
    if (terminal.interactive) terminal.write(`  … ${title}`);
    try {
      const result = await work();
      const detail = result.detail === '' ? '' : ` · ${result.detail}`;
      const took = paint(2, ` · ${formatDuration(performance.now() - began)}`);
      terminal.write(`${rewind}  ${paint(32, '✓')} ${title}${detail}${took}\n`);
      return result;
    } catch (error) {
      terminal.write(`${rewind}  ${paint(31, '✗')} ${title}\n`);
      throw error;
    }
  };
}
