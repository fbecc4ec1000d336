// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, where every command runs. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A failure that its message explains in full: it is printed alone, without a stack. */
export class SetupFailed extends Error {}

/** @type {readonly NodeJS.Signals[]} */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command with this process's own input and output until it ends. A signal that ends this
 * process is passed on first, so that nothing stays behind.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {Readonly<Record<string, string>>} [environment] added to this process's own
 * @returns {Promise<number>} its exit code; for one ended by a signal, 128 and the signal's number
 */
export async function runToEnd(command, parameters, environment = {}) {
  const child = spawn(command, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    // A terminal sends Ctrl-C to the whole group, the child included: a second copy would look
    // like an impatient visitor to it.
    if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
  };
  for (const signal of forwarded) process.on(signal, pass);
  try {
    await once(child, 'exit');
  } finally {
    for (const signal of forwarded) process.off(signal, pass);
  }
  const { exitCode, signalCode } = child;
  return exitCode ?? 128 + (signalCode ? constants.signals[signalCode] : 0);
}
