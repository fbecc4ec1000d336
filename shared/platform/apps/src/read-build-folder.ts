import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { maxMapBytes } from '@composed/contracts/release-manifest';

/** An empty file in the folder of a build whose pages a publish has smoke-tested. */
export const smokeTestedFile = 'smoke-tested';

export interface ReleaseFiles {
  /** The files that browsers load, by path in the folder "browser". */
  readonly browser: ReadonlyMap<string, Buffer>;
  readonly maps: ReadonlyMap<string, Buffer>;
  /** The bundle that compose renders the app with. */
  readonly server: Buffer;
  /** Only in a host: the bundle that renders the modules of remotes. */
  readonly renderer: Buffer | null;
}

/**
 * Limits of a release: the files in one folder, their bytes together, and the bytes of a file outside such a folder.
 * Large sites have a small fraction of this.
 */
const max = { files: 2000, folderBytes: 256 * 1024 * 1024, fileBytes: 16 * 1024 * 1024 };

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

function formatExcess(
  file: string,
  { count, limit, unit }: { readonly count: number; readonly limit: number; readonly unit: string },
): string {
  const exact = (number: number) => number.toLocaleString('en-US');
  return `${file} has ${exact(count)} ${unit}, and may have ${exact(limit)}.`;
}

/**
 * Reads a file of a release without following a link, which could lead out of the release's folder.
 * @param limit in bytes
 * @throws Error when the file is missing, too large, or not a regular file
 */
export async function readRegularFile(file: string, limit = max.fileBytes): Promise<Buffer> {
  if (!(await lstat(file).catch(() => null))) throw new Error(`${file} is missing.`);
  // Another process may have replaced the file by a link, or by a pipe that never ends, since `lstat`.
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  try {
    const stats = await handle?.stat();
    if (!handle || !stats?.isFile()) {
      throw new Error(`${file} is no regular file, but a link or another special file.`);
    }
    if (stats.size > limit)
      throw new Error(formatExcess(file, { count: stats.size, limit, unit: 'bytes' }));
    return await handle.readFile();
  } finally {
    await handle?.close();
  }
}

/**
 * Reads every file of a folder. A missing folder counts as an empty one.
 * @param limit of each file, in bytes
 * @returns path in the folder → bytes
 * @throws Error when there are too many files or bytes, before it reads any
 */
async function readFolder(folder: string, limit: number): Promise<Map<string, Buffer>> {
  if (!(await lstat(folder).catch(() => null))?.isDirectory()) return new Map();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  if (files.length > max.files) {
    throw new Error(formatExcess(folder, { count: files.length, limit: max.files, unit: 'files' }));
  }
  const stats = await Promise.all(files.map((file) => lstat(file)));
  const size = stats.reduce((sum, each) => sum + each.size, 0);
  if (size > max.folderBytes)
    throw new Error(formatExcess(folder, { count: size, limit: max.folderBytes, unit: 'bytes' }));
  const contents = files.map(async (file) => {
    const name = path.relative(folder, file).split(path.sep).join('/');
    return [name, await readRegularFile(file, limit)] as const;
  });
  return new Map(await Promise.all(contents));
}

/**
 * Reads all files of a release.
 * @param folder contains `server.cjs` and `browser/`, and may contain `renderer.cjs` and `maps/`
 * @throws Error when a required file is missing, or a file is a link
 */
export async function readBuildFolder(folder: string): Promise<ReleaseFiles> {
  const browser = await readFolder(path.join(folder, 'browser'), max.folderBytes);
  if (browser.size === 0) {
    throw new Error(`${folder} has no folder "browser" with the files that browsers load.`);
  }
  const maps = await readFolder(path.join(folder, 'maps'), maxMapBytes);
  const hasRenderer = (await readdir(folder)).includes('renderer.cjs');
  return {
    browser,
    maps,
    server: await readRegularFile(path.join(folder, 'server.cjs')),
    renderer: hasRenderer ? await readRegularFile(path.join(folder, 'renderer.cjs')) : null,
  };
}
