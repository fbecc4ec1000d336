import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as v from 'valibot';
import { ignoreClosedPipes, terminal } from './terminal';
import { formatError } from './format';
import { endSignals, endWithStarter } from './processes.mjs';
import { createCommand, type Program, runTyped } from './usage';

const connection = v.object({ socket: v.instance(Socket) });

/**
 * Closes a command's servers when a signal ends the command.
 * @param drain lets clients go elsewhere first; with a person at the keyboard it is skipped
 */
export function closeOnSignal(
  close: () => Promise<unknown>,
  drain: () => Promise<unknown> = () => Promise.resolve(),
): void {
  /** Connections without a whole request yet: browsers open connections ahead. */
  const silent = new Set<Socket>();
  subscribe('net.server.socket', (message) => {
    const { socket } = v.parse(connection, message);
    silent.add(socket.once('close', () => silent.delete(socket)));
  });
  subscribe('http.server.request.start', (message) => {
    silent.delete(v.parse(connection, message).socket);
  });
  const stop = () => {
    void close().finally(() => process.exit());
    // Node would wait for these connections without a limit when a server closes.
    for (const socket of silent) socket.destroy();
  };
  process
    .once('SIGINT', stop)
    .once('SIGHUP', stop)
    .once('SIGTERM', () => void drain().finally(stop));
}

/** Ends the command on a signal by an exit, so that it can end what it has started. */
function exitOnSignal(): void {
  for (const signal of endSignals) {
    process.on(signal, () => {
      // Another listener has something to close first.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
}

/**
 * Runs a command with the typed arguments. An error is one sentence on standard error, also for a disk that is full,
 * read-only or closed to this account.
 * @param main may return an exit code
 */
export function runCommand(main: (args: readonly string[]) => Promise<unknown>): void {
  // SIGUSR1 would open the inspector: whoever may signal this process could run code with all its rights.
  process.on('SIGUSR1', () => undefined);
  exitOnSignal();
  ignoreClosedPipes();
  endWithStarter();
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

/**
 * Runs a command with help of one screen, and with every argument checked.
 * @param typed what people type for it, such as 'npm run pack --'
 * @param describe adds arguments, options and the action
 */
export function runProgram(
  typed: string,
  about: string,
  describe: (program: Program) => CommandUnknownOpts,
): void {
  runCommand((args) => runTyped(describe(createCommand(typed, about, terminal)), args));
}
