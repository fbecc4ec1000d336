import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { requireApp, findApps, isHost, type App } from '@composed/apps';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { checkTypes } from './check-types';
import { readBuildStamp, createManifest } from '@composed/apps/create-manifest';
import { smokeTestedFile } from '@composed/apps/read-build-folder';
import { formatBuildErrors, checkFolder, checkInstalled, runBundler } from './run-bundler';
import { writeSharedPackageModules } from './shared-package-modules';
import { computeSourceDigest } from './source-digest';

/** Removes builds of other sources and unfinished builds that are older than an hour. */
async function removeOldBuilds(buildsFolder: string, current: string): Promise<void> {
  for (const name of await readdir(buildsFolder)) {
    const folder = path.join(buildsFolder, name);
    // An app may share its folder with something other than builds: dist/packages, for example, holds packed packages.
    if (folder === current || !/^[0-9a-f]{16}(?:\.|$)/.test(name)) continue;
    // Another process may have renamed or removed the folder since `readdir`.
    const stats = await stat(folder).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > 3_600_000) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

interface BuildOptions {
  readonly root?: string;
  /** Whether to check the types as well, unless this build has passed that check. */
  readonly types?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Builds the release of one app, unless a build of the same sources exists. A build gets its name only when it is
 * complete and never changes afterwards, so other processes can read it while the next one runs.
 * @returns `folder`: contains the release, stats.json and an empty file for each check that it has passed
 *   (types-checked, `smokeTestedFile`); `rebuilt`: whether this call built it; `isUntested`: whether no publish has tested its
 *   pages in a browser yet
 * @throws Error when no app has that name, or the build or the type check fails
 */
export async function buildApp(
  name: string,
  { root = getRepositoryRoot(), types = false, signal }: BuildOptions = {},
) {
  const app = requireApp(name, findApps(root));
  checkFolder(root, app);
  checkInstalled(root, app);
  const appFolder = path.join(root, 'dist', app.name);
  const digest = await computeSourceDigest(root, app);
  const folder = path.join(appFolder, digest.slice(0, 16));
  const rebuilt = !existsSync(folder);
  const typesCheckedFile = path.join(folder, 'types-checked');
  const building = rebuilt ? makeBuild(root, app, folder, signal) : Promise.resolve();
  if (types && !existsSync(typesCheckedFile)) {
    // The build is awaited below. Without this handler, a failure during the check would end the process.
    building.catch(() => undefined);
    const errors = await checkTypes(root, app, signal);
    await building;
    if (errors !== '') throw new Error(`${app.name} has type errors.\n${errors}`);
    await writeFile(typesCheckedFile, '');
  }
  await building;
  return { app, folder, rebuilt, isUntested: !existsSync(path.join(folder, smokeTestedFile)) };
}

async function makeBuild(
  root: string,
  app: App,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const appFolder = path.dirname(folder);
  await mkdir(appFolder, { recursive: true });
  // The name is unique, since another build of the same sources may run at the same time, even in this process.
  const temporary = `${folder}.${randomUUID()}.tmp`;
  await mkdir(temporary);
  try {
    const stats = path.join(temporary, 'stats.json');
    const commandLine = ['--json', stats, '--env', `folder=${temporary}`];
    await runBundler(root, app, commandLine, signal).catch(async (failure: unknown) => {
      const errors = formatBuildErrors(await readFile(stats, 'utf8').catch(() => ''), app);
      throw errors === '' ? failure : new Error(`The build of ${app.name} failed.\n${errors}`);
    });
    if (isHost(app)) await writeSharedPackageModules(temporary);
    const manifest = await createManifest(app, temporary, await readBuildStamp(root));
    await writeFile(path.join(temporary, 'release.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(temporary, folder).catch(async (error: unknown) => {
      // If another process has finished a build of the same sources, that one is used.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await removeOldBuilds(appFolder, folder);
}
