import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appNamed, findApps, isHost, type App } from '@composed/apps';
import { repositoryRoot } from '@composed/apps/this-repository';
import { checkTypes } from './check-types';
import { readBuildOrigin, createManifest } from '@composed/apps/create-manifest';
import { buildErrors, checkFolder, checkInstalled, runBundler } from './run-bundler';
import { writeShareModules } from './share-modules';
import { sourceDigest } from './source-digest';

/** Removes builds of other sources, and unfinished builds, once they are an hour old. */
async function removeOldBuilds(appFolder: string, current: string): Promise<void> {
  for (const name of await readdir(appFolder)) {
    const folder = path.join(appFolder, name);
    // An app may have the name of another folder of dist, such as packages.
    if (folder === current || !/^[0-9a-f]{16}(?:\.|$)/.test(name)) continue;
    // Between two lines of this function another process may name its build, or remove it.
    const facts = await stat(folder).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > 3_600_000) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

interface BuildOptions {
  readonly root?: string;
  readonly types?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Builds the release of one app, unless there is a build of the same sources. A finished build appears whole and
 * never changes, so others may read it while the next one is made.
 * @param options with `types`, the types are checked once for each build, while webpack is at work; `signal` ends it
 * @returns `folder` holds the release, stats.json and a file for each check that it has passed (types-checked,
 * hydrated); `rebuilt`: it was not there; `isNew`: no publish has tried its pages in a browser yet
 * @throws Error when there is no such app or webpack fails; nothing half-done is left in its place
 */
export async function buildApp(
  name: string,
  { root = repositoryRoot, types = false, signal }: BuildOptions = {},
) {
  const app = appNamed(name, findApps(root));
  checkFolder(root, app);
  checkInstalled(root, app);
  const appFolder = path.join(root, 'dist', app.name);
  const digest = await sourceDigest(root, app);
  const folder = path.join(appFolder, digest.slice(0, 16));
  const rebuilt = !existsSync(folder);
  const checked = path.join(folder, 'types-checked');
  const building = rebuilt ? makeBuild(root, app, folder, signal) : Promise.resolve();
  if (types && !existsSync(checked)) {
    // Awaited below: a build that fails while this checks must not end the process.
    building.catch(() => undefined);
    const errors = await checkTypes(root, app, signal);
    await building;
    if (errors !== '') throw new Error(`${app.name} has type errors.\n${errors}`);
    await writeFile(checked, '');
  }
  await building;
  return { app, folder, rebuilt, isNew: !existsSync(path.join(folder, 'hydrated')) };
}

async function makeBuild(
  root: string,
  app: App,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const appFolder = path.dirname(folder);
  await mkdir(appFolder, { recursive: true });
  // A folder of its own: another build of the same sources may be under way, in this process too.
  const temporary = `${folder}.${randomUUID()}.tmp`;
  await mkdir(temporary);
  try {
    const stats = path.join(temporary, 'stats.json');
    const commandLine = ['--json', stats, '--env', `folder=${temporary}`];
    await runBundler(root, app, commandLine, signal).catch(async (failure: unknown) => {
      const errors = buildErrors(await readFile(stats, 'utf8').catch(() => ''), app);
      throw errors === '' ? failure : new Error(`The build of ${app.name} failed.\n${errors}`);
    });
    if (isHost(app)) await writeShareModules(temporary);
    const manifest = await createManifest(app, temporary, await readBuildOrigin(root));
    await writeFile(path.join(temporary, 'release.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(temporary, folder).catch(async (error: unknown) => {
      // Another process built the same sources meanwhile; its build is as good.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await removeOldBuilds(appFolder, folder);
}
