import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

const readyLine = /^Shopwright is ready at (http:\/\/[^\s/]+)\/?$/m;
/** `npm start` on a busy machine, milliseconds. */
const startLimit = 180_000;
const stopLimit = 10_000;
const pause = 50;

const hasEnded = (child: ChildProcess): boolean =>
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

/** Starts a program and keeps what it prints, without colours. */
export function startProcess(
  program: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'stdio'> = {},
) {
  const child = spawn(program, args, { ...options, stdio: 'pipe' });
  const ended = once(child, 'close').then(() => child.exitCode);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += stripVTControlCharacters(chunk.toString())));
  }
  /** Ends it, and if it is detached what it has started, and waits until it is gone. */
  const stop = async () => {
    if (options.detached && child.pid !== undefined && !hasEnded(child)) {
      process.kill(-child.pid, 'SIGINT');
      await ended;
    }
    await stopProcess(child);
  };
  return {
    child,
    /** All that it has printed so far. */
    output: () => text,
    /** Resolves with its exit code. */
    ended,
    stop,
    /** What `readyAddress` says; a program that is not ready in time is ended. */
    ready: (line?: RegExp, timeout?: number) =>
      readyAddress(child, () => text, line, timeout).catch(async (error: unknown) => {
        await stop();
        throw error;
      }),
  };
}

/** Starts `scripts/commands/<name>.ts` of this repository, or of a copy of it in `options.cwd`. */
export const startScript = (name: string, args: readonly string[], options: SpawnOptions = {}) =>
  startProcess(
    process.execPath,
    ['--import', 'tsx', `scripts/commands/${name}.ts`, ...args],
    options,
  );

/**
 * Starts an npm command that stays, until it prints its address.
 * @param ready matches that line, with the address as its group
 * @throws Error with what it printed when it is not ready in time; it is ended then
 */
export async function startCommand(
  cwd: string,
  words: readonly string[],
  ready: RegExp,
  environment: Readonly<Record<string, string>>,
) {
  const env = { ...process.env, ...environment };
  const command = startProcess('npm', words, { cwd, detached: true, env });
  const address = await command.ready(ready);
  return { ...command, address, [Symbol.asyncDispose]: command.stop };
}
