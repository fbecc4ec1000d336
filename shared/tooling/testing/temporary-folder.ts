import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** In memory where that can be. */
export const memoryFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const prefix = `test-${process.pid}-`;

/** A new, empty folder, which goes when the tests of a file have ended. */
export function temporaryFolder(parent = tmpdir()): string {
  return mkdtempSync(path.join(parent, prefix));
}

/** What the environment of the tests does as it ends, so that no test has to. */
export function removeTemporaryFolders(): void {
  for (const parent of new Set([tmpdir(), memoryFolder])) {
    for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
      rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 });
    }
  }
}
