import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

const readyLine = /^The site is ready at (http:\/\/[^\s/]+)\/?$/m;
/**
 * Milliseconds that a start may take, all builds included: half of a test’s time limit, so that the error with its
 * output comes before the test is ended.
 */
const startLimit = 300_000;
/** Milliseconds that a process may take to end. */
const stopLimit = 10_000;

/** Starts a program, and records its output without colours. */
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
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  /** Ends the process or, if it is detached, its process group. Kills the process after `stopLimit`. */
  const stop = async () => {
    if (!isRunning() || child.pid === undefined) return;
    const gone = options.detached ? ended : once(child, 'exit');
    const hardStop = setTimeout(() => child.kill('SIGKILL'), stopLimit);
    if (options.detached) process.kill(-child.pid, 'SIGINT');
    else child.kill();
    await gone;
    clearTimeout(hardStop);
  };
  return {
    child,
    /** Returns the output so far. */
    output: () => text,
    /** Resolves with the exit code. */
    ended,
    stop,
    /**
     * Waits for the line with the address of a server, by default the last line that `npm start` prints.
     * @param line matches that line, with the address as its first group
     * @returns the address
     * @throws Error with the output when the process ends first or takes too long. The process is then stopped.
     */
    ready: async (line = readyLine) => {
      const limit = Date.now() + startLimit;
      for (;;) {
        const address = line.exec(text)?.[1];
        if (address) return address;
        if (!isRunning() || Date.now() > limit) break;
        await wait(50);
      }
      await stop();
      throw new Error(`${program} was not ready in time, or ended before.\n${text}`);
    },
  };
}

/** The path of the program `composed`, relative to the root of this repository. */
export const composed = 'shared/platform/cli/src/composed.mjs';

/** Starts the command `<name>` of this repository, or of a copy of it in `options.cwd`. */
export const startScript = (name: string, args: readonly string[], options: SpawnOptions = {}) =>
  startProcess(process.execPath, [composed, name, ...args], options);

/**
 * Starts an npm command that serves something, and waits until it prints its address.
 * @param ready matches that line, with the address as its first group
 * @throws Error with the output when the command is not ready in time. It is then stopped.
 */
export async function startCommand(
  cwd: string,
  args: readonly string[],
  ready: RegExp,
  environment: Readonly<Record<string, string>>,
) {
  const env = { ...process.env, ...environment };
  const command = startProcess('npm', args, { cwd, detached: true, env });
  const address = await command.ready(ready);
  return { ...command, address, [Symbol.asyncDispose]: command.stop };
}
