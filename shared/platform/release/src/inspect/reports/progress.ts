import { controls, type Terminal } from '@composed/command/output';
import { formatDuration } from '@composed/command/format';

/** The outcome of a step for people: a detail, or ''; and whether the step will run once more. */
interface Outcome {
  readonly detail: string;
  readonly isAgain?: boolean;
}

/** Runs a step under its title. */
export type Progress = <T extends Outcome>(title: string, work: () => Promise<T>) => Promise<T>;

/** Milliseconds after which a log, where no line can be rewritten, says that a step has begun. */
const longStep = 2000;

/** Shows each step as a line of its own: a sign, its title, a detail, how long it took. */
export function createProgress(terminal: Terminal): Progress {
  const { rewind, dim, normal } = controls;
  const ended = (colour: keyof typeof controls, sign: string, title: string) =>
    [rewind, '  ', controls[colour], sign, normal, ` ${title}`] as const;

  return async (title, work) => {
    const began = performance.now();
    const begin = () => terminal.write(`  … ${title}${terminal.interactive ? '' : '\n'}`);
    if (terminal.interactive) begin();
    const timer = terminal.interactive ? undefined : setTimeout(begin, longStep).unref();
    try {
      const result = await work();
      const detail = result.detail === '' ? '' : ` · ${result.detail}`;
      const took = ` · ${formatDuration(performance.now() - began)}`;
      const line = result.isAgain
        ? ended('dim', '↻', title + detail)
        : ended('green', '✓', title + detail);
      terminal.write(...line, dim, took, normal, '\n');
      return result;
    } catch (error) {
      terminal.write(...ended('red', '✗', title), '\n');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}
