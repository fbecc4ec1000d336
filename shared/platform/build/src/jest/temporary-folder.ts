import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder in memory where the machine has one, otherwise the folder for temporary files. */
export const memoryFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const prefix = `test-${process.pid}-`;

/** Creates an empty folder. The test environment removes it after the tests of a file. */
export function temporaryFolder(parent = tmpdir()): string {
  return mkdtempSync(path.join(parent, prefix));
}

/**
 * Writes files, and creates their folders.
 * @param files path in `folder` → text, or an object that becomes JSON
 */
export function writeFiles(folder: string, files: Readonly<Record<string, string | object>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Removes the temporary folders of this process. The test environments call it. */
export function removeTemporaryFolders(): void {
  for (const parent of new Set([tmpdir(), memoryFolder])) {
    for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
      rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 });
    }
  }
}
