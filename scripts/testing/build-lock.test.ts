import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '@shopwright/shared/testing/temporary-folder';
import { withBuildLock } from './build-lock';

let root: string;
const lockFile = (): string => join(root, '.cache/browser-tests.lock');

beforeEach(() => (root = temporaryFolder()));

test('works that start at once run one after another', async () => {
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await wait(30);
    inside -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withBuildLock(root, work)));
  expect(most).toBe(1);
});

test('a work that fails gives the lock back', async () => {
  await expect(withBuildLock(root, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lockFile())).toBe(false);
});

test('the lock of a process that is gone is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  mkdirSync(join(root, '.cache'));
  writeFileSync(lockFile(), String(pid));
  expect(await withBuildLock(root, async () => 'done')).toBe('done');
});

test('where no lock can be written that is an error, and nothing to wait for', async () => {
  // Nobody can write there, not even root.
  symlinkSync('/proc', join(root, '.cache'));
  await expect(withBuildLock(root, async () => 'done')).rejects.toThrow(lockFile());
});
