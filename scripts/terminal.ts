import { setTimeout as sleep } from 'node:timers/promises';
import { formatError } from './release/reports/format';
import { terminal } from './release/reports/progress';

/** @throws Error when words were typed behind a command that is set up by variables alone */
export function refuseArguments(args: readonly string[], command: string, variables: string): void {
  if (args.length === 0) return;
  throw new Error(`"${command}" takes no "${args.join(' ')}"; ${variables} are set before it.`);
}

/**
 * Closes what a command serves when a signal ends the command.
 * @param drain lets those who ask go elsewhere first; a person at the keyboard does not wait for that
 */
export function closeOnSignal(
  close: () => Promise<unknown>,
  drain: () => Promise<unknown> = () => Promise.resolve(),
): void {
  // Node would wait without a limit for connections that browsers open ahead and never use.
  const stop = (limit: number) =>
    void Promise.race([close(), sleep(limit)]).finally(() => process.exit());
  process.once('SIGINT', () => stop(1000));
  process.once('SIGTERM', () => void drain().finally(() => stop(5000)));
}

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
      process.exitCode = error instanceof Error && error.name === 'UsageError' ? 2 : 1;
    },
  );
}
