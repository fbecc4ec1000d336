import { controls, type ReportProgress, type Terminal } from './terminal';
import { formatDuration } from './format';

/** The outcome of a step for people: a detail, or ''; and whether the step will run again. */
interface Outcome {
  readonly detail: string;
  readonly isAgain?: boolean;
}

/** Runs a step under its title. */
export type Progress = <T extends Outcome>(
  title: string,
  work: (reportProgress: ReportProgress) => Promise<T>,
) => Promise<T>;

/** Milliseconds after which a log, whose lines cannot be rewritten, says that a step has begun. */
const longStep = 2000;

/**
 * Shows each step on a line: a sign, its title, a detail and its duration. While the step runs, a terminal rewrites the
 * line every second to show how far it is. A log gets a new line every ten seconds.
 */
export function createProgress(terminal: Terminal): Progress {
  const { rewind, dim, normal } = controls;
  const endLine = (colour: keyof typeof controls, sign: string, title: string) =>
    [rewind, '  ', controls[colour], sign, normal, ` ${title}`] as const;

  return async (title, work) => {
    const { interactive, columns } = terminal;
    const startTime = performance.now();
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
      () => show(` · ${formatDuration(performance.now() - startTime)}`),
      interactive ? 1000 : 10_000,
    ).unref();
    try {
      const result = await work((done, total) => {
        if (total > 1) countText = ` · ${done} of ${total}`;
      });
      const detail = result.detail === '' ? '' : ` · ${result.detail}`;
      const duration = ` · ${formatDuration(performance.now() - startTime)}`;
      const line = result.isAgain
        ? endLine('dim', '↻', title + detail)
        : endLine('green', '✓', title + detail);
      terminal.write(...line, dim, duration, normal, '\n');
      return result;
    } catch (error) {
      terminal.write(...endLine('red', '✗', title), '\n');
      throw error;
    } finally {
      clearTimeout(begin);
      clearInterval(timer);
    }
  };
}
