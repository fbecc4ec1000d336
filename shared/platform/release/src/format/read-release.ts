import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Script } from 'node:vm';
import { type App, readApp } from '@composed/apps';
import { withParents } from '@composed/apps/workspaces';
import { parseReleaseManifest, type ReleaseManifest } from '@composed/contracts/release-manifest';
import { UserError } from '@composed/command/errors';
import { createManifestFromBundle } from '@composed/apps/create-manifest';
import {
  readBuildFolder,
  readRegularFile,
  type ReleaseFiles,
} from '@composed/apps/read-build-folder';
import { readEsModuleBundle, readImportGraph } from '@composed/apps/es-module-bundle';
import {
  federationFiles,
  moduleContainerMessage,
  readFederationManifest,
} from '@composed/apps/federation-manifest';
import { hasReservedEnding, reservedEndings } from '@composed/contracts/url-routing';
import { integrityOf, versionOf } from '@composed/apps/integrity';
import { type FoundRelease, listFiles } from '../store/releases';
import { messageOf } from '@composed/command/format';

/* Reads a release in the format of ./FORMAT.md, whoever has built it, and checks its manifest against its files. */

/** Finds the app that a folder belongs to, in the nearest package.json that describes one. */
function findApp(folder: string): { app: App; packageFile: string } {
  for (const home of withParents(path.resolve(folder))) {
    const packageFile = path.join(home, 'package.json');
    const [app] = existsSync(packageFile) ? readApp(home, '.') : [];
    if (app) return { app, packageFile };
  }
  throw new UserError(
    `${folder} has no release.json, and no package.json there or above says under "microFrontend" which app it is.`,
  );
}

/** Returns the files of a release by their path in its folder. */
function readFilesByPath({
  browser,
  maps,
  server,
  renderer,
}: ReleaseFiles): ReadonlyMap<string, Buffer> {
  const within = (folder: string, files: ReadonlyMap<string, Buffer>) =>
    [...files].map(([name, bytes]) => [`${folder}/${name}`, bytes] as const);
  return new Map([
    ['server.cjs', server],
    ...(renderer ? [['renderer.cjs', renderer] as const] : []),
    ...within('browser', browser),
    ...within('maps', maps),
  ]);
}

/** Returns the first contradiction between a manifest and the files beside it, or null. */
function findProblem(manifest: ReleaseManifest, present: ReadonlyMap<string, Buffer>) {
  const { app, entry, exposes, global, esModules } = manifest;
  if (app !== 'host' && global === null && !esModules) return 'names no global of its container';
  const listedByName = listFiles(manifest);
  const exposedFiles = Object.values(exposes).flatMap(({ scripts, styles }) => [
    ...scripts,
    ...styles,
  ]);
  const missingName =
    [...listedByName.keys()].find((name) => !present.has(name)) ??
    [entry, ...exposedFiles]
      .map((name) => `browser/${name}`)
      .find((name) => !listedByName.has(name));
  if (missingName !== undefined) return `names ${missingName}, which is missing`;
  const toolFiles = federationFiles.map((name) => `browser/${name}`);
  for (const [name, bytes] of present) {
    const file = listedByName.get(name);
    if (!file && !toolFiles.includes(name)) return `does not list ${name}`;
    if (file && (file.bytes !== bytes.length || integrityOf(bytes) !== file.integrity)) {
      return `does not match ${name}, which was changed`;
    }
  }
  return manifest.version === versionOf(manifest) ? null : 'was changed itself';
}

/** @throws UserError naming a file whose extension is reserved for pages and compressed copies */
function checkFiles({ app, files }: ReleaseManifest): void {
  const name = Object.keys(files).find(hasReservedEnding);
  if (name !== undefined) {
    const endings = reservedEndings.map((ending) => `.${ending}`).join(', ');
    throw new UserError(
      `The release of ${app} lists ${name}: names that end in ${endings} are kept for compressed copies and pages, which the site makes; leave the file out of browser/.`,
    );
  }
}

/** @throws UserError if the modules of a release differ from its manifest, or cannot be pinned */
function checkModules(
  { app, exposes, esModules, shared }: ReleaseManifest,
  { browser }: ReleaseFiles,
) {
  const entries = Object.fromEntries(
    Object.entries(exposes).map(([expose, { scripts }]) => [expose, scripts.at(-1) ?? ''] as const),
  );
  const foundModules = readImportGraph(app, browser, entries);
  const listedScripts = Object.values(exposes).map(({ scripts }) => scripts);
  const isListed = isDeepStrictEqual(
    [esModules, listedScripts],
    [foundModules.modules, Object.values(foundModules.scripts)],
  );
  if (!isListed)
    throw new UserError(
      `The release.json of ${app} does not list what its modules import, leaves first; remove the file, and it is derived from the modules.`,
    );
  const imports = Object.values(foundModules.modules).flat();
  const unsharedImport = imports.find((each) => !browser.has(each) && !Object.hasOwn(shared, each));
  if (unsharedImport !== undefined)
    throw new UserError(
      `The release.json of ${app} names no range of ${unsharedImport} in "shared".`,
    );
}

/** @throws UserError if a script of a module cannot be parsed */
function checkScripts(manifest: ReleaseManifest, releaseFiles: ReleaseFiles): void {
  const { app, exposes, esModules } = manifest;
  const { browser } = releaseFiles;
  if (esModules) {
    checkModules(manifest, releaseFiles);
    return;
  }
  for (const name of new Set(Object.values(exposes).flatMap(({ scripts }) => scripts))) {
    try {
      // The constructor parses the script and does not run it.
      void new Script(browser.get(name)?.toString('utf8') ?? '');
    } catch (error) {
      if (/\b(?:import|export)\b/.test(messageOf(error)))
        throw new UserError(moduleContainerMessage(app, name));
      throw new UserError(`The script ${name} of ${app} cannot be read: ${messageOf(error)}.`);
    }
  }
}

/** @throws UserError naming a style sheet of a remote that pages would load without a hash */
function requirePinnedStyles({ app, exposes, files }: ReleaseManifest): void {
  const pinnedNames = new Set(Object.values(exposes).flatMap(({ styles }) => styles));
  const unpinnedName = Object.keys(files).find(
    (name) => name.endsWith('.css') && !pinnedNames.has(name),
  );
  if (unpinnedName === undefined || app === 'host') return;
  throw new UserError(
    `The style sheet ${unpinnedName} of ${app} would be fetched without a hash, by the chunk that needs it; name it in "styles" of each module in release.json.`,
  );
}

/**
 * Reads the folder of a release, from its release.json or, without one, from the mf-manifest.json of its bundler.
 * @throws UserError with one sentence if the folder does not hold a valid release
 */
export async function readRelease(folder: string): Promise<FoundRelease> {
  const refuse = (error: unknown) => {
    throw new UserError(messageOf(error));
  };
  const releaseFiles = await readBuildFolder(folder).catch(refuse);
  const file = path.join(folder, 'release.json');
  if (!lstatSync(file, { throwIfNoEntry: false })) return deriveRelease(folder, releaseFiles);
  const text = (await readRegularFile(file).catch(refuse)).toString('utf8');
  let manifest: ReleaseManifest;
  try {
    manifest = parseReleaseManifest(text);
  } catch (error) {
    throw new UserError(`${file} is not a release manifest: ${messageOf(error)}.`);
  }
  const problem = findProblem(manifest, readFilesByPath(releaseFiles));
  if (problem !== null) throw new UserError(`${file} ${problem}; build again.`);
  return validateRelease(manifest, releaseFiles);
}

/** Describes a folder that has no release.json. */
async function deriveRelease(folder: string, files: ReleaseFiles): Promise<FoundRelease> {
  const { app, packageFile } = findApp(folder);
  const federated = readFederationManifest(app, files.browser, packageFile);
  const ownFiles = { ...files, ...(federated && { browser: federated.browser }) };
  const bundle = federated?.bundle ?? readEsModuleBundle(app, files, packageFile);
  // The commit is not read: Git runs programs that the configuration of a repository names, and this one may be foreign.
  const origin = { builtAt: new Date().toISOString(), commit: null };
  const manifest = createManifestFromBundle(app, ownFiles, bundle, origin);
  return validateRelease(manifest, ownFiles);
}

function validateRelease(manifest: ReleaseManifest, files: ReleaseFiles): FoundRelease {
  checkFiles(manifest);
  checkScripts(manifest, files);
  requirePinnedStyles(manifest);
  return { manifest, files: readFilesByPath(files) };
}
