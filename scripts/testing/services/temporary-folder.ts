import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folders: string[] = [];

/** A new empty folder, for the test at hand. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'services-'));
  folders.push(folder);
  return folder;
}

/** To be called when every test of a file has ended. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
