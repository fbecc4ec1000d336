import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Script } from 'node:vm';
import { type App, readApp } from '@composed/apps';
import { withParents } from '@composed/apps/workspaces';
import { parseReleaseManifest, type ReleaseManifest } from '@composed/contracts/release-manifest';
import { UserError } from '@composed/command/errors';
import {
  describeRelease,
  readRegularFile,
  readReleaseFiles,
  type ReleaseFiles,
} from '@composed/apps/create-manifest';
import { readModuleBundle, readModules } from '@composed/apps/es-modules';
import {
  federationFiles,
  moduleContainerError,
  readFederationManifest,
} from '@composed/apps/federation-manifest';
import { hasReservedEnding, reservedEndings } from '@composed/contracts/url-routing';
import { integrityOf, versionOf } from '@composed/apps/integrity';
import { type FoundRelease, listedFiles } from '../store/releases';
import { messageOf } from '@composed/command/format';

/* Reads a release in the format of ./FORMAT.md, whoever built it, and checks every claim of its manifest. */

/** The app that a folder belongs to: the nearest package.json that describes one. */
function describedApp(folder: string): { app: App; packageFile: string } {
  for (const home of withParents(path.resolve(folder))) {
    const packageFile = path.join(home, 'package.json');
    const [app] = existsSync(packageFile) ? readApp(home, '.') : [];
    if (app) return { app, packageFile };
  }
  throw new UserError(
    `${folder} has no release.json, and no package.json there or above says under "microFrontend" which app it is.`,
  );
}

/** The files in a release's folder, by their path in it. */
function foundFiles({
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

/** The first contradiction between a manifest and the files beside it, or null. */
function findProblem(manifest: ReleaseManifest, present: ReadonlyMap<string, Buffer>) {
  const { app, entry, exposes, global, esModules } = manifest;
  if (app !== 'host' && global === null && !esModules) return 'names no global of its container';
  const listedByName = listedFiles(manifest);
  const exposedFiles = Object.values(exposes).flatMap(({ scripts, styles }) => [
    ...scripts,
    ...styles,
  ]);
  const missing =
    [...listedByName.keys()].find((name) => !present.has(name)) ??
    [entry, ...exposedFiles]
      .map((name) => `browser/${name}`)
      .find((name) => !listedByName.has(name));
  if (missing !== undefined) return `names ${missing}, which is missing`;
  const ofTools = federationFiles.map((name) => `browser/${name}`);
  for (const [name, bytes] of present) {
    const file = listedByName.get(name);
    if (!file && !ofTools.includes(name)) return `does not list ${name}`;
    if (file && (file.bytes !== bytes.length || integrityOf(bytes) !== file.integrity)) {
      return `does not match ${name}, which was changed`;
    }
  }
  return manifest.version === versionOf(manifest) ? null : 'was changed itself';
}

/** @throws UserError naming a file with an ending that servers treat as a page or a compressed copy */
function checkFiles({ app, files }: ReleaseManifest): void {
  const name = Object.keys(files).find(hasReservedEnding);
  if (name !== undefined) {
    const endings = reservedEndings.map((ending) => `.${ending}`).join(', ');
    throw new UserError(
      `The release of ${app} lists ${name}: names that end in ${endings} are kept for compressed copies and pages, which the site makes; leave the file out of browser/.`,
    );
  }
}

/** @throws UserError when the modules of a release differ from its manifest, or cannot be pinned */
function checkModules(
  { app, exposes, esModules, shared }: ReleaseManifest,
  { browser }: ReleaseFiles,
) {
  const entries = Object.fromEntries(
    Object.entries(exposes).map(([expose, { scripts }]) => [expose, scripts.at(-1) ?? ''] as const),
  );
  const foundModules = readModules(app, browser, entries);
  const listedScripts = Object.values(exposes).map(({ scripts }) => scripts);
  if (
    !isDeepStrictEqual(
      [esModules, listedScripts],
      [foundModules.modules, Object.values(foundModules.scripts)],
    )
  )
    throw new UserError(
      `The release.json of ${app} does not say what its modules import, leaves first; leave it out, and it is derived.`,
    );
  const imports = Object.values(foundModules.modules).flat();
  const unsharedImport = imports.find((each) => !browser.has(each) && !Object.hasOwn(shared, each));
  if (unsharedImport !== undefined)
    throw new UserError(
      `The release.json of ${app} names no range of ${unsharedImport} in "shared".`,
    );
}

/** @throws UserError when a script of a module cannot be parsed */
function checkScripts(manifest: ReleaseManifest, releaseFiles: ReleaseFiles): void {
  const { app, exposes, esModules } = manifest;
  const { browser } = releaseFiles;
  if (esModules) {
    checkModules(manifest, releaseFiles);
    return;
  }
  for (const name of new Set(Object.values(exposes).flatMap(({ scripts }) => scripts))) {
    try {
      // This parses the script without running it.
      void new Script(browser.get(name)?.toString('utf8') ?? '');
    } catch (error) {
      if (/\b(?:import|export)\b/.test(messageOf(error)))
        throw new UserError(moduleContainerError(app, name));
      throw new UserError(`The script ${name} of ${app} cannot be read: ${messageOf(error)}.`);
    }
  }
}

/** @throws UserError naming a style sheet of a remote that pages would load without a hash */
function checkStyles({ app, exposes, files }: ReleaseManifest): void {
  const pinned = new Set(Object.values(exposes).flatMap(({ styles }) => styles));
  const later = Object.keys(files).find((name) => name.endsWith('.css') && !pinned.has(name));
  if (later === undefined || app === 'host') return;
  throw new UserError(
    `The style sheet ${later} of ${app} would be fetched without a hash, by the chunk that needs it; name it in "styles" of each module in release.json.`,
  );
}

/**
 * Reads the folder of a release, from its release.json or else from the mf-manifest.json of its bundler.
 * @throws UserError or Error with one sentence when it does not hold a release, and nothing but that
 */
export async function readRelease(folder: string): Promise<FoundRelease> {
  const refuse = (error: unknown) => {
    throw new UserError(messageOf(error));
  };
  const releaseFiles = await readReleaseFiles(folder).catch(refuse);
  const file = path.join(folder, 'release.json');
  if (!lstatSync(file, { throwIfNoEntry: false })) return derive(folder, releaseFiles);
  const text = (await readRegularFile(file).catch(refuse)).toString('utf8');
  let manifest: ReleaseManifest;
  try {
    manifest = parseReleaseManifest(text);
  } catch (error) {
    throw new UserError(`${file} is not a release manifest: ${messageOf(error)}.`);
  }
  const problem = findProblem(manifest, foundFiles(releaseFiles));
  if (problem !== null) throw new UserError(`${file} ${problem}; build again.`);
  return given(manifest, releaseFiles);
}

async function derive(folder: string, files: ReleaseFiles): Promise<FoundRelease> {
  const { app, packageFile } = describedApp(folder);
  const federated = readFederationManifest(app, files.browser, packageFile);
  const named = { ...files, ...(federated && { browser: federated.browser }) };
  const bundle = federated?.bundle ?? readModuleBundle(app, files, packageFile);
  // Git would run programs that the configuration of a foreign folder names, so the commit is not read.
  const built = { builtAt: new Date().toISOString(), commit: null };
  const manifest = describeRelease(app, named, bundle, built);
  return given(manifest, named);
}

function given(manifest: ReleaseManifest, files: ReleaseFiles): FoundRelease {
  checkFiles(manifest);
  checkScripts(manifest, files);
  checkStyles(manifest);
  return { manifest, files: foundFiles(files) };
}
