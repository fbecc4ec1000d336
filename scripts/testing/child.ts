import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const readyLine = /^Shopwright is ready at (http:\/\/[^\s/]+)\/?$/m;
/** `npm start` on a busy machine, milliseconds. */
const startLimit = 180_000;
const stopLimit = 10_000;
const pause = 50;

export const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/**
 * Waits for the line with the address, `npm start`'s last.
 * @param output all that the process has printed so far
 * @param line has the address as its first group
 * @param timeout milliseconds
 * @returns the address, of `npm start` without a trailing slash
 * @throws Error with the output when the process ends first or takes longer than `timeout`
 */
export async function readyAddress(
  child: ChildProcess,
  output: () => string,
  line: RegExp = readyLine,
  timeout: number = startLimit,
): Promise<string> {
  const limit = Date.now() + timeout;
  for (;;) {
    const address = line.exec(output())?.[1];
    if (address) return address;
    if (hasEnded(child)) {
      const how = String(child.signalCode ?? child.exitCode);
      throw new Error(`The site ended before it was ready (${how}).\n${output()}`);
    }
    if (Date.now() > limit) throw new Error(`The site was not ready in time.\n${output()}`);
    await wait(pause);
  }
}

/** Asks a process to end, and ends it by force after ten seconds. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const hardStop = setTimeout(() => child.kill('SIGKILL'), stopLimit);
  await ended;
  clearTimeout(hardStop);
}
