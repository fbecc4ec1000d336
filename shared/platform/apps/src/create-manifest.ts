import { execFile } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { lstat, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isHost, type App } from './apps';
import { broughtPackages, sharedVersions, requiredRanges } from './shared-packages';
import { repositoryRoot, siteDescription } from './this-repository';
import { remoteGlobal } from '@composed/contracts/remote-names';
import {
  maxMapBytes,
  parseReleaseManifest,
  type ListedFile,
  type ReleaseManifest,
} from '@composed/contracts/release-manifest';
import { readModuleBundle } from './es-modules';
import { type Bundle, readFederationManifest } from './federation-manifest';
import { integrityOf, versionOf } from './integrity';
import { consumedBy, importerOf, moduleSizes, readStats, type BrowserStats } from './stats';

/** Fields of a manifest that do not change the version of the release. */
type Built = Pick<ReleaseManifest, 'builtAt' | 'commit'>;

/**
 * The time of a build, and the commit that it comes from, with ‘-dirty’ after it when files were edited.
 * @param root of the team's own checkout, whose git configuration is trusted
 */
export async function builtNow(root: string): Promise<Built> {
  const describe = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'];
  // A monitor could be any program that the checkout's configuration names.
  const git = ['-c', 'core.fsmonitor=false', ...describe];
  const head = await promisify(execFile)('git', git, { cwd: root }).catch(() => null);
  return { builtAt: new Date().toISOString(), commit: head?.stdout.trim() ?? null };
}

const listedFile = (bytes: Buffer): ListedFile => ({
  bytes: bytes.length,
  integrity: integrityOf(bytes),
});

/** The scripts of an entry, or of a module that is exposed, in the order of loading. */
const scriptsOf = ({ namedChunkGroups }: BrowserStats, name: string) =>
  namedChunkGroups[name]?.assets
    .map((asset) => asset.name)
    .filter((file) => file.endsWith('.js')) ?? [];

/**
 * The facts of a build, from webpack's statistics.
 * @throws Error when an expose has no script: without it no page could preload the expose
 */
function bundleOf(app: App, stats: BrowserStats, { browser, server }: ReleaseFiles): Bundle {
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
  // A host may change a shared package as it likes if no module imports it.
  const consumed = consumedBy(stats);
  const ranges = Object.entries(global ? requiredRanges(app) : {}).filter(
    ([request]) => consumed.has(request) || server.includes(`require("${request}")`),
  );
  const shared = global ? Object.fromEntries(ranges) : sharedVersions();
  const modules = moduleSizes(stats, repositoryRoot).map(({ name }) => name);
  const brings = global ? broughtPackages(app, modules, (file) => importerOf(stats, file)) : {};
  return { entry, global, exposes: Object.fromEntries(exposes), shared, brings };
}

/** All files of a release, by name. */
export interface ReleaseFiles {
  readonly browser: ReadonlyMap<string, Buffer>;
  readonly maps: ReadonlyMap<string, Buffer>;
  readonly server: Buffer;
  /** The bundle with which a host renders the modules of remotes. */
  readonly renderer: Buffer | null;
}

/** The most bytes of a release’s folder, and of one file beside it: many times those of a large site. */
const max = { files: 2000, bytes: 256 * 1024 * 1024, bytesBeside: 16 * 1024 * 1024 };

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** The refusal of more than a release may have. */
function tooMuch(
  file: string,
  { count, limit, what }: { readonly count: number; readonly limit: number; readonly what: string },
): string {
  const exact = (number: number) => number.toLocaleString('en-US');
  return `${file} has ${exact(count)} ${what}, and may have ${exact(limit)}.`;
}

/**
 * A file of a release's folder.
 * @param limit bytes that it may have
 * @throws Error when it is missing, is too large, or leads out of the folder
 */
export async function readOwn(file: string, limit = max.bytesBeside): Promise<Buffer> {
  if (!(await lstat(file).catch(() => null))) throw new Error(`${file} is missing.`);
  // Before it is opened, the file may be replaced by a link, or by a pipe that never ends.
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  try {
    const facts = await handle?.stat();
    if (!handle || !facts?.isFile()) {
      throw new Error(`${file} is no regular file, but a link or another special file.`);
    }
    if (facts.size > limit)
      throw new Error(tooMuch(file, { count: facts.size, limit, what: 'bytes' }));
    return await handle.readFile();
  } finally {
    await handle?.close();
  }
}

/**
 * Every file of a folder by its path in it; none where there is no such folder.
 * @throws Error when they are too many, or together too large, before any is read
 */
async function readFolder(home: string, limit: number): Promise<Map<string, Buffer>> {
  if (!(await lstat(home).catch(() => null))?.isDirectory()) return new Map();
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  if (files.length > max.files) {
    throw new Error(tooMuch(home, { count: files.length, limit: max.files, what: 'files' }));
  }
  const facts = await Promise.all(files.map((file) => lstat(file)));
  const size = facts.reduce((sum, each) => sum + each.size, 0);
  if (size > max.bytes)
    throw new Error(tooMuch(home, { count: size, limit: max.bytes, what: 'bytes' }));
  const contents = files.map(async (file) => {
    const name = path.relative(home, file).split(path.sep).join('/');
    return [name, await readOwn(file, limit)] as const;
  });
  return new Map(await Promise.all(contents));
}

/**
 * @param folder holds server.cjs, browser/ and, where there are any, renderer.cjs and maps/
 * @throws Error when something is missing, or leads out of the folder
 */
export async function readReleaseFiles(folder: string): Promise<ReleaseFiles> {
  const browser = await readFolder(path.join(folder, 'browser'), max.bytes);
  if (browser.size === 0) {
    throw new Error(`${folder} has no folder "browser" with the files that browsers load.`);
  }
  const maps = await readFolder(path.join(folder, 'maps'), maxMapBytes);
  const hasRenderer = (await readdir(folder)).includes('renderer.cjs');
  return {
    browser,
    maps,
    server: await readOwn(path.join(folder, 'server.cjs')),
    renderer: hasRenderer ? await readOwn(path.join(folder, 'renderer.cjs')) : null,
  };
}

function listFiles(files: Iterable<readonly [name: string, bytes: Buffer]>) {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, bytes]) => [name, listedFile(bytes)]));
}

/**
 * Describes the files of a release. The version is derived from everything but `built`, so the same source
 * gives the same version on any machine and in any folder.
 */
export function describeRelease(
  app: App,
  { browser, maps, server, renderer }: ReleaseFiles,
  { exposes, brings = {}, ...bundle }: Bundle,
  built: Built,
): ReleaseManifest {
  const { outside, trustedTypes } = siteDescription;
  if (siteDescription.package === '') {
    throw new Error(
      `No package that ${repositoryRoot} names describes the site of ${app.name}; add the one that its apps share to devDependencies.`,
    );
  }
  const mapped = [...maps].map(([name, bytes]) => [name.replace(/\.map$/, ''), bytes] as const);
  const content = {
    app: app.name,
    providesVersion: siteDescription.providesVersion,
    ...bundle,
    files: listFiles(browser),
    server: listedFile(server),
    renderer: renderer ? listedFile(renderer) : undefined,
    maps: listFiles(mapped),
    exposes: Object.fromEntries(
      Object.entries(exposes).map(([expose, files]) => {
        const { import: _source, ...described } = app.exposes[expose] ?? {};
        return [expose, { ...files, ...described }];
      }),
    ),
    data: app.data,
    pages: app.pages,
    trustedTypes: app.trustedTypes,
    // Style attributes and elements need this word, even in minified code.
    rendersStyles: isHost(app) || /\bstyle\b/.test(server.toString()) ? undefined : false,
    outside: app.outside,
    grants: isHost(app) && (outside || trustedTypes) ? { outside, trustedTypes } : undefined,
    budget: app.budget,
    brings: Object.keys(brings).length > 0 ? brings : undefined,
    source: app.source,
  };
  // JSON has no fields for undefined.
  return parseReleaseManifest(
    JSON.stringify({ ...content, version: versionOf(content), ...built }),
  );
}

/**
 * Describes a finished build: from what module federation says of it (mf-manifest.json), or webpack, or by its modules.
 * @param folder holds server.cjs, browser/, maps/ and, where webpack made it, stats.json
 * @throws Error for a folder that holds no release
 */
export async function createManifest(app: App, folder: string, built: Built) {
  const files = await readReleaseFiles(folder);
  const packageFile = path.join(repositoryRoot, app.folder, 'package.json');
  const federated = readFederationManifest(app, files.browser, packageFile);
  if (!federated && !existsSync(path.join(folder, 'stats.json'))) {
    return describeRelease(app, files, readModuleBundle(app, files, packageFile), built);
  }
  if (!federated) {
    const stats = await readStats(app.name, folder);
    return describeRelease(app, files, bundleOf(app, stats, files), built);
  }
  const { found, bundle, browser } = federated;
  if (found !== bundle.entry) {
    await rename(path.join(folder, 'browser', found), path.join(folder, 'browser', bundle.entry));
  }
  return describeRelease(app, { ...files, browser }, bundle, built);
}
