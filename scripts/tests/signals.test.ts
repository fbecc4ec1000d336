import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { freePort } from '@composed/http/operations/free-port';
import { until } from '@composed/testing/server/until';

const root = join(import.meta.dirname, '../..');
const processes = async (columns: string) =>
  (await promisify(execFile)('ps', ['-eo', `${columns}=`])).stdout.split('\n');

/** Processes that a session still runs. */
async function running(session: number): Promise<readonly string[]> {
  const isOfIt = new RegExp(`^\\s*${session}\\s+[^Z]`);
  return (await processes('sid=,stat=,args')).filter((line) => isOfIt.test(line));
}

/** Starts a program that leads a session of its own, and waits until its output matches. */
async function start(program: string, words: readonly string[], printed: RegExp) {
  const folder = temporaryFolder();
  const ports = { PORT: String(await freePort()), DEV_PORT: String(20_000 + (process.pid % 9000)) };
  const folders = { SITE_DIR: join(folder, 'site'), DATA_DIR: join(folder, 'data') };
  const child = spawn(program, words, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...ports, ...folders },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await until(
    () => {
      expect([child.exitCode, output]).toEqual([null, output]);
      return printed.test(output);
    },
    () => output,
  );
  return child;
}

const untilNothingRuns = (session: number) =>
  until(async () => (await running(session)).length === 0);

const services = /services are ready/;

// npm passes on SIGTERM alone, and only to its shell, which does not pass it on.
test.each([
  ['SIGTERM', ['run', 'services'], services],
  ['SIGHUP', ['run', 'services'], services],
  ['SIGKILL', ['start', '-w', 'remote-pricing'], /pricing is ready/],
] as const)('%s to npm ends every process of %j', async (signal, words, printed) => {
  const npm = await start('npm', words, printed);
  const session = npm.pid ?? 0;
  expect((await running(session)).length).toBeGreaterThan(2);
  npm.kill(signal);
  await untilNothingRuns(session);
});

test('closing the terminal ends every process', async () => {
  // `script` gives npm a terminal and a session. The terminal ends with it.
  const terminal = await start('script', ['-qc', 'npm run services', '/dev/null'], services);
  const children = (await processes('ppid=,pid')).map((line) => line.trim().split(/\s+/));
  const session = Number(children.find(([parent]) => parent === String(terminal.pid))?.[1]);
  expect((await running(session)).length).toBeGreaterThan(2);
  terminal.kill('SIGKILL');
  await untilNothingRuns(session);
});
