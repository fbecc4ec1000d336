import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { UsageError } from './errors.mjs';
import { runMain } from './run-program';

// A worker of jest has a channel to its starter.
beforeAll(() => void Object.defineProperty(process, 'connected', { value: false }));

/** The output of a command that throws this, and its exit code. */
async function outcome(thrown: unknown) {
  const written: string[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const before = process.exitCode;
  runMain(() => Promise.reject(thrown instanceof Error ? thrown : new Error(String(thrown))));
  await new Promise((resolve) => setImmediate(resolve));
  const code = process.exitCode;
  process.exitCode = before;
  return { text: written.join(''), code };
}

test.each([
  ['EROFS', '/checkout/dist cannot be used: it is read-only;'],
  ['ENOSPC', '/checkout/dist cannot be used: no space is left;'],
])('a disk that says %s is one sentence that names the folder', async (code, sentence) => {
  const error = Object.assign(new Error(`${code}: raw`), { code, path: '/checkout/dist' });
  const { text, code: exitCode } = await outcome(error);
  expect(text).toContain(sentence);
  expect(text).not.toContain('raw');
  expect(exitCode).toBe(1);
});

test('a folder on a read-only disk is not reported as a missing file', async () => {
  const facts = { code: 'ENOENT', syscall: 'mkdir', path: '/checkout/remote-reviews' };
  const { text } = await outcome(Object.assign(new Error('ENOENT: raw'), facts));
  expect(text).toContain('/checkout/remote-reviews cannot be used: it is read-only;');
});

test('a wrong setting ends with 2, any other error with 1 and its message', async () => {
  expect(await outcome(new UsageError('PORT is wrong.'))).toEqual({
    text: 'PORT is wrong.\n',
    code: 2,
  });
  expect(await outcome(new Error('It broke.'))).toEqual({ text: 'It broke.\n', code: 1 });
});

test('a command may return its own exit code', async () => {
  const before = process.exitCode;
  runMain(() => Promise.resolve(3));
  await new Promise((resolve) => setImmediate(resolve));
  expect(process.exitCode).toBe(3);
  process.exitCode = before;
});

test('SIGUSR1 opens no inspector in a command', () => {
  const program = `
    import { url } from 'node:inspector';
    import { setTimeout } from 'node:timers/promises';
    import { runMain } from './shared/platform/command/src/run-program';
    runMain(async () => {
      process.kill(process.pid, 'SIGUSR1');
      await setTimeout(500);
      console.log(url() ?? 'closed');
    });`;
  const words = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['closed\n', '']);
});

test('a closed pipe, such as that of head, does not fail a command', async () => {
  const command = spawn(process.execPath, [
    'shared/platform/cli/src/composed.mjs',
    'release',
    '--help',
  ]);
  command.stdout.destroy();
  const told = text(command.stderr);
  expect(await once(command, 'close')).toEqual([0, null]);
  expect(await told).toBe('');
});
