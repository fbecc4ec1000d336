import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { lstat, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isHost, type App } from './apps';
import { findBroughtPackages, readSharedVersions, readRequiredRanges } from './package-versions';
import { getRepositoryRoot, getSiteDescription } from './this-repository';
import { remoteGlobal } from '@composed/contracts/remote-names';
import {
  maxMapBytes,
  parseReleaseManifest,
  type ListedFile,
  type ReleaseManifest,
} from '@composed/contracts/release-manifest';
import { readEsModuleBundle } from './es-module-bundle';
import { type BundlerOutput, readFederationManifest } from './federation-manifest';
import { integrityOf, versionOf } from './integrity';
import {
  findConsumedPackages,
  findImporter,
  listModuleSizes,
  readStats,
  type BrowserStats,
} from './webpack-stats';

/** When and from which commit a release was built. These fields do not change its version. */
type BuildStamp = Pick<ReleaseManifest, 'builtAt' | 'commit'>;

/**
 * Returns the current time and the commit that is checked out, with ‘-dirty’ after it when files were edited.
 * @param root a checkout whose git configuration is trusted
 */
export async function readBuildStamp(root: string): Promise<BuildStamp> {
  const describe = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'];
  // With a file system monitor, git would run whatever program the checkout's configuration names.
  const git = ['-c', 'core.fsmonitor=false', ...describe];
  const head = await promisify(execFile)('git', git, { cwd: root }).catch(() => null);
  return { builtAt: new Date().toISOString(), commit: head?.stdout.trim() ?? null };
}

const listedFile = (bytes: Buffer): ListedFile => ({
  bytes: bytes.length,
  integrity: integrityOf(bytes),
});

/** The scripts of an entry or of an exposed module, in loading order. */
const scriptsOf = ({ namedChunkGroups }: BrowserStats, name: string) =>
  namedChunkGroups[name]?.assets
    .map((asset) => asset.name)
    .filter((file) => file.endsWith('.js')) ?? [];

/**
 * Reads what a manifest says about the browser files from webpack's statistics.
 * @throws Error when an exposed module has no script, since pages preload the scripts of each module
 */
function readWebpackBundle(
  app: App,
  stats: BrowserStats,
  { browser, server }: ReleaseFiles,
): BundlerOutput {
  const global = isHost(app) ? null : remoteGlobal(app.name);
  const entry = scriptsOf(stats, global ?? 'main').at(-1);
  if (!entry) throw new Error(`The build of ${app.name} has no entry "${global ?? 'main'}".`);
  const styles = [...browser.keys()].filter((file) => file.endsWith('.css')).sort();
  const exposes = (global ? Object.keys(app.exposes) : ['.']).map((expose) => {
    const ownScripts = scriptsOf(stats, global ? path.posix.basename(expose) : 'main');
    if (ownScripts.length === 0)
      throw new Error(`The build of ${app.name} has no chunk for ${expose}.`);
    const scripts = global ? [...new Set([entry, ...ownScripts])] : ownScripts;
    return [expose, { scripts, styles }] as const;
  });
  // The host may upgrade a shared package freely as long as no module imports it, so only imported ones get a range.
  const consumed = findConsumedPackages(stats);
  const ranges = Object.entries(global ? readRequiredRanges(app) : {}).filter(
    ([request]) => consumed.has(request) || server.includes(`require("${request}")`),
  );
  const shared = global ? Object.fromEntries(ranges) : readSharedVersions();
  const modules = listModuleSizes(stats, getRepositoryRoot()).map(({ name }) => name);
  const brings = global
    ? findBroughtPackages(app, modules, (file) => findImporter(stats, file))
    : {};
  return { entry, global, exposes: Object.fromEntries(exposes), shared, brings };
}

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

function listFiles(files: Iterable<readonly [name: string, bytes: Buffer]>) {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, bytes]) => [name, listedFile(bytes)]));
}

/**
 * Creates the manifest of a release. The version is a hash of everything but the time and commit of the build, so the
 * same sources give the same version on any machine and in any folder.
 */
export function createManifestFromBundle(
  app: App,
  { browser, maps, server, renderer }: ReleaseFiles,
  { exposes, brings = {}, ...bundle }: BundlerOutput,
  stamp: BuildStamp,
): ReleaseManifest {
  const { package: sitePackage, outside, trustedTypes, providesVersion } = getSiteDescription();
  if (sitePackage === '') {
    throw new Error(
      `No package that ${getRepositoryRoot()} names describes the site of ${app.name}; add the one that its apps share to devDependencies.`,
    );
  }
  const mapsByFile = [...maps].map(([name, bytes]) => [name.replace(/\.map$/, ''), bytes] as const);
  const content = {
    app: app.name,
    providesVersion,
    ...bundle,
    files: listFiles(browser),
    server: listedFile(server),
    renderer: renderer ? listedFile(renderer) : undefined,
    maps: listFiles(mapsByFile),
    exposes: Object.fromEntries(
      Object.entries(exposes).map(([expose, files]) => {
        const { import: _source, ...description } = app.exposes[expose] ?? {};
        return [expose, { ...files, ...description }];
      }),
    ),
    data: app.data,
    pages: app.pages,
    trustedTypes: app.trustedTypes,
    // Code that renders a style attribute or a <style> contains the word "style", even when it is minified.
    rendersStyles: isHost(app) || /\bstyle\b/.test(server.toString()) ? undefined : false,
    outside: app.outside,
    grants: isHost(app) && (outside || trustedTypes) ? { outside, trustedTypes } : undefined,
    budget: app.budget,
    brings: Object.keys(brings).length > 0 ? brings : undefined,
    source: app.source,
  };
  // JSON.stringify leaves out the fields that are undefined.
  return parseReleaseManifest(
    JSON.stringify({ ...content, version: versionOf(content), ...stamp }),
  );
}

/**
 * Creates the manifest of a finished build. The source is module federation's mf-manifest.json if the build has one,
 * webpack's stats.json if there is one, and the ES modules themselves otherwise.
 * @param folder contains the files that `readBuildFolder` reads and, after a build by webpack, stats.json
 * @throws Error when the folder does not contain a release
 */
export async function createManifest(app: App, folder: string, stamp: BuildStamp) {
  const files = await readBuildFolder(folder);
  const packageFile = path.join(getRepositoryRoot(), app.folder, 'package.json');
  const federated = readFederationManifest(app, files.browser, packageFile);
  if (!federated && !existsSync(path.join(folder, 'stats.json'))) {
    return createManifestFromBundle(app, files, readEsModuleBundle(app, files, packageFile), stamp);
  }
  if (!federated) {
    const stats = await readStats(app.name, folder);
    return createManifestFromBundle(app, files, readWebpackBundle(app, stats, files), stamp);
  }
  const { builtEntry, bundle, browser } = federated;
  if (builtEntry !== bundle.entry) {
    const browserFolder = path.join(folder, 'browser');
    await rename(path.join(browserFolder, builtEntry), path.join(browserFolder, bundle.entry));
  }
  return createManifestFromBundle(app, { ...files, browser }, bundle, stamp);
}
