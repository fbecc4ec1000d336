import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs a script of this folder with tsx.
 * @returns milliseconds of processor that it took, in all its processes, and what it printed
 */
export async function runTimed(script: string, args: readonly string[]) {
  const command = [process.execPath, '--import', 'tsx', script, ...args];
  // Node does not count what its children have used; a shell does (POSIX, `times`: its own, then theirs).
  const { stdout } = await promisify(execFile)('sh', ['-c', '"$@" && times', 'sh', ...command], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const lines = stdout.trim().split('\n');
  const ofChildren = lines.at(-1) ?? '';
  const times = [...ofChildren.matchAll(/(\d{1,4})m([\d.]{1,12})s/g)];
  if (times.length !== 2) throw new Error(`The shell's \`times\` said "${ofChildren}".`);
  const processor = times.reduce((sum, [, m, s]) => sum + Number(m) * 60_000 + Number(s) * 1000, 0);
  return { processor, output: lines.slice(0, -2).join('\n') };
}
