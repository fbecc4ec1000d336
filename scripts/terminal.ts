import { formatError } from './release/reports/format';
import { terminal } from './release/reports/progress';

/** Errors of whoever typed the command or set its environment. */
const isUsage = /^(?:Settings|Usage)Error$/;

/**
 * Runs a command with the arguments that were typed. What it throws is one sentence on standard error: of
 * a disk that is full, read-only or closed to this account too.
 * @param main may answer with an exit code
 */
export function runCommand(main: (args: readonly string[]) => Promise<unknown>): void {
  main(process.argv.slice(2)).then(
    (code) => {
      if (typeof code === 'number') process.exitCode = code;
    },
    (error: unknown) => {
      terminal.writeError(`${formatError(error)}\n`);
      process.exitCode = error instanceof Error && isUsage.test(error.name) ? 2 : 1;
    },
  );
}
