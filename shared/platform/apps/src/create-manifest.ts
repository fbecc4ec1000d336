import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isHost, type App } from './apps';
import { getRepositoryRoot, getSiteDescription } from './this-repository';
import {
  parseReleaseManifest,
  type ListedFile,
  type ReleaseManifest,
} from '@composed/contracts/release-manifest';
import { readEsModuleBundle } from './es-module-bundle';
import { type BundlerOutput, readFederationManifest } from './federation-manifest';
import { integrityOf, versionOf } from './integrity';
import { readBuildFolder, type ReleaseFiles } from './read-build-folder';
import { readWebpackBundle } from './webpack-bundle';
import { readStats } from './webpack-stats';

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
