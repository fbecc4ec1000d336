import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import * as v from 'valibot';
import { ignoreClosedPipes, terminal } from './terminal';
import { formatError } from './format';
import { endSignals, endWithStarter } from './processes.mjs';
import { createCommand, parseAndRun, type CommandBuilder } from './usage';

const connection = v.object({ socket: v.instance(Socket) });

/**
 * Closes a command's servers when a signal ends the command.
 * @param drain runs before that on SIGTERM, to let clients move to other servers. Ctrl-C skips it.
 */
export function closeOnSignal(
  close: () => Promise<unknown>,
  drain: () => Promise<unknown> = () => Promise.resolve(),
): void {
  /** Connections that have not sent a request: browsers open some in advance. */
  const unusedSockets = new Set<Socket>();
  subscribe('net.server.socket', (message) => {
    const { socket } = v.parse(connection, message);
    unusedSockets.add(socket.once('close', () => unusedSockets.delete(socket)));
  });
  subscribe('http.server.request.start', (message) => {
    unusedSockets.delete(v.parse(connection, message).socket);
  });
  const stop = () => {
    void close().finally(() => process.exit());
    // `server.close` of Node would wait for these connections without a limit.
    for (const socket of unusedSockets) socket.destroy();
  };
  process
    .once('SIGINT', stop)
    .once('SIGHUP', stop)
    .once('SIGTERM', () => void drain().finally(stop));
}

/** Exits on a signal, so that 'exit' handlers can end the processes that the command has started. */
function exitOnSignal(): void {
  for (const signal of endSignals) {
    process.on(signal, () => {
      // Another listener closes something first, and exits itself.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
}

/**
 * Runs a command with the arguments of this process. Prints an error as a message on standard error and sets the exit
 * code: 2 for a UsageError, 1 for others.
 * @param main may return an exit code
 */
export function runMain(main: (args: readonly string[]) => Promise<unknown>): void {
  // By default SIGUSR1 opens Node's inspector, through which other local users could run code as this account.
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
 * Runs a command that commander describes.
 * @param name the words that people type for it, such as 'npm run pack --'
 * @param describe adds arguments, options and the action
 */
export function runProgram(
  name: string,
  about: string,
  describe: (program: CommandBuilder) => CommandUnknownOpts,
): void {
  runMain((args) => parseAndRun(describe(createCommand(name, about, terminal)), args));
}
