import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { hasEnded, readyAddress } from './child';

/**
 * Starts an npm command that stays, until it prints its address.
 * @param ready matches that line, with the address as its group
 * @returns the address, all that it has printed so far, and what ends it
 * @throws Error with what it printed when it is not ready in time; it is ended then
 */
export async function startCommand(
  cwd: string,
  words: readonly string[],
  ready: RegExp,
  environment: Readonly<Record<string, string>>,
) {
  const child = spawn('npm', words, {
    ...{ cwd, detached: true, env: { ...process.env, ...environment } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let text = '';
  const collect = (chunk: Buffer) => void (text += stripVTControlCharacters(chunk.toString()));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', collect);
  const output = () => text;
  const stop = async () => {
    if (child.pid !== undefined && !hasEnded(child)) process.kill(-child.pid, 'SIGINT');
    await ended;
  };
  try {
    const address = await readyAddress(child, output, ready);
    return { address, output, stop, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
