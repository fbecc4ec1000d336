// @ts-check
import { spawn } from 'node:child_process';
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
export function runToEnd(command, parameters, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    const handlers = forwarded.map((signal) => {
      // A terminal sends Ctrl-C to the whole group, the child included: a second copy would look
      // like an impatient visitor to it.
      const pass = () => {
        if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
      };
      process.on(signal, pass);
      return () => process.off(signal, pass);
    });
    const release = () => handlers.forEach((off) => off());
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      release();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Runs a tool of the set-up, shown as it runs.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {string} failure the sentence to fail with: what happened and what to do
 */
export async function runTool(command, parameters, failure) {
  let code;
  try {
    code = await runToEnd(command, parameters);
  } catch {
    code = 127;
  }
  if (code !== 0) throw new SetupFailed(failure);
}
