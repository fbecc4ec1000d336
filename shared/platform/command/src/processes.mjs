// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The root of the repository, where every command runs. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Signals that ask a command to end.
 * @type {readonly NodeJS.Signals[]}
 */
export const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * The process that started another one, and the other's name. macOS has no /proc.
 * @param {number} pid
 * @returns {{ name: string, parent: number } | null} null where nothing tells, as on Windows
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

/** Whether `endWithStarter` has run: the set-up and its command, in one process, both call it. */
let isEnding = false;

/**
 * Ends this process, as SIGTERM does, once npm, its starter, is gone. npm passes SIGTERM to its shell alone, which just
 * ends (npm/cli 6684), and no SIGHUP or SIGKILL.
 */
export function endWithStarter() {
  if (isEnding) return;
  isEnding = true;
  if (!process.env['npm_lifecycle_event']) return;
  const starters = [process.ppid];
  const shell = describeProcess(process.ppid);
  // Some shells stay until the script ends, and others become it.
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
  const child = spawn(command, parameters, { cwd: root, stdio: 'inherit' });
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
