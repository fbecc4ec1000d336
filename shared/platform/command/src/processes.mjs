// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * The root of the repository that has this file. It is known before anything is installed. For the repository of the
 * working directory, `@composed/apps` has `getRepositoryRoot`.
 */
export const repositoryRoot = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * The signals that ask a command to end.
 * @type {readonly NodeJS.Signals[]}
 */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Reads the name and the parent of a process, from /proc or, on macOS, from `ps`.
 * @param {number} pid
 * @returns {{ name: string, parent: number } | null} null where neither exists, as on Windows
 */
function describeProcess(pid) {
  let text = '';
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(
      /^\d+ \((.*)\) \S+ (\d+) .*/s,
      '$2 $1',
    );
  } catch {
    const columns = ['-o', 'ppid=', '-o', 'comm=', '-p', String(pid)];
    text = spawnSync('ps', columns, { encoding: 'utf8' }).stdout;
  }
  const [, parent, name] = /^\s*(\d+)\s+(.*)/.exec(text) ?? [];
  return name ? { name, parent: Number(parent) } : null;
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether `endWithStarter` has run. The set-up and the command that it runs in this process both call it. */
let isWatching = false;

/**
 * Sends this process a SIGTERM when npm, which has started it, ends. npm passes SIGTERM only to its shell, which ends
 * without passing it on (npm/cli issue 6684), and it does not pass on SIGHUP.
 */
export function endWithStarter() {
  if (isWatching) return;
  isWatching = true;
  if (!process.env['npm_lifecycle_event']) return;
  const starters = [process.ppid];
  const shell = describeProcess(process.ppid);
  // Some shells wait for the script, and others replace themselves with it (exec).
  if (shell?.name.endsWith('sh')) starters.push(shell.parent);
  const timer = setInterval(() => {
    if (process.ppid === starters[0] && starters.every(isRunning)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

/**
 * Runs a command with this process's own input and output until it ends. A signal that ends this
 * process is passed on first, so that nothing stays behind.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @returns {Promise<number>} its exit code; for one ended by a signal, 128 and the signal's number
 */
export async function runToEnd(command, parameters) {
  const child = spawn(command, parameters, { cwd: repositoryRoot, stdio: 'inherit' });
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => {
    // A terminal sends Ctrl-C to the whole group, the child included: a second copy would look
    // like an impatient visitor to it.
    if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
  };
  for (const signal of endSignals) process.on(signal, pass);
  try {
    await once(child, 'exit');
  } finally {
    for (const signal of endSignals) process.off(signal, pass);
  }
  const { exitCode, signalCode } = child;
  return exitCode ?? 128 + (signalCode ? constants.signals[signalCode] : 0);
}
