import { controls, type Count, type Terminal } from '@composed/command/terminal';
import { formatDuration } from '@composed/command/format';

/** The outcome of a step for people: a detail, or ''; and whether the step will run once more. */
interface Outcome {
  readonly detail: string;
  readonly isAgain?: boolean;
}

/** Runs a step under its title. */
export type Progress = <T extends Outcome>(
  title: string,
  work: (count: Count) => Promise<T>,
) => Promise<T>;

/** Milliseconds after which a log, where no line can be rewritten, says that a step has begun. */
const longStep = 2000;

/**
 * Shows each step as a line of its own: a sign, its title, a detail, how long it took. While it runs, the line says how
 * far it is, each second where a line can be rewritten, and in a log in a new one each ten seconds.
 */
export function createProgress(terminal: Terminal): Progress {
  const { rewind, dim, normal } = controls;
  const ended = (colour: keyof typeof controls, sign: string, title: string) =>
    [rewind, '  ', controls[colour], sign, normal, ` ${title}`] as const;

  return async (title, work) => {
    const { interactive, columns } = terminal;
    const began = performance.now();
    let countText = '';
    const show = (time: string) => {
      const line = `  … ${title}${countText}${time}`;
      // A line that wraps could not be rewritten.
      if (interactive) terminal.write(rewind, line.slice(0, columns - 1));
      else terminal.write(`${line}\n`);
    };
    if (interactive) show('');
    const begin = interactive ? undefined : setTimeout(show, longStep, '').unref();
    const timer = setInterval(
      () => show(` · ${formatDuration(performance.now() - began)}`),
      interactive ? 1000 : 10_000,
    ).unref();
    try {
      const result = await work((done, total) => {
        if (total > 1) countText = ` · ${done} of ${total}`;
      });
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
      clearTimeout(begin);
      clearInterval(timer);
    }
  };
}
