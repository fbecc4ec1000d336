import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder in memory, if the machine has one. */
export const memoryFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const prefix = `test-${process.pid}-`;

/** A new, empty folder, which goes when the tests of a file have ended. */
export function temporaryFolder(parent = tmpdir()): string {
  return mkdtempSync(path.join(parent, prefix));
}

/** Writes files, and the folders that they are in: path in the folder → text, or an object as JSON. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | object>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** The last act of the environment of the tests, so that no test has to. */
export function removeTemporaryFolders(): void {
  for (const parent of new Set([tmpdir(), memoryFolder])) {
    for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
      rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 });
    }
  }
}
