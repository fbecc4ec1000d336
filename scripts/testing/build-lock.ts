import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasCode } from '../release/stores/folder-files';

const pause = 100;

/**
 * Runs `work` while no other process of this checkout does: two sites that start at once would both
 * build the same apps into the same folders. The lock of a process that is gone is taken over.
 * @param root of the repository
 */
export async function withBuildLock<T>(root: string, work: () => Promise<T>): Promise<T> {
  const folder = join(root, '.cache');
  const path = join(folder, 'browser-tests.lock');
  await mkdir(folder, { recursive: true });
  while (!(await take(path))) await wait(pause);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    // Another error than a lock that is there, on a disk that is read-only or full, would never end.
    if (!hasCode(error, 'EEXIST')) throw error;
    if (await isAbandoned(path)) await rm(path, { force: true });
    return false;
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const owner = Number(await readFile(path, 'utf8').catch(() => ''));
  // 0 is a lock that is just being written, or one that was just released.
  return owner > 0 && owner !== process.pid && !isRunning(owner);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
