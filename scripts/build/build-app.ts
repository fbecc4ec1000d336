import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { appNamed, type App } from 'shared/build/apps';
import { repositoryRoot } from 'shared/build/shared-packages';
import { createManifest } from './create-manifest';
import { moduleSizes } from './module-sizes';
import { runWebpack } from './run-webpack';
import { sourceDigest } from './source-digest';

const run = promisify(execFile);

/** The whole commit, and '-dirty' after it when files have been edited. */
const describe = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'];

async function sourceRevision(root: string): Promise<string | null> {
  try {
    const { stdout } = await run('git', describe, { cwd: root });
    return stdout.trim();
  } catch {
    return null;
  }
}

async function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

export interface BuiltApp {
  readonly app: App;
  /** Holds release.json, server.cjs, browser/<files>, and modules.json for a refusal to point at. */
  readonly folder: string;
  /** False when the sources had not changed since an earlier build. */
  readonly rebuilt: boolean;
}

/** Milliseconds after which a build that is not the newest is nobody's any more. */
const keptFor = 60 * 60 * 1000;

/** Removes builds of other sources, and builds that were cut off, once they are old. */
async function removeOldBuilds(appFolder: string, current: string): Promise<void> {
  for (const name of await readdir(appFolder)) {
    const folder = path.join(appFolder, name);
    if (folder === current) continue;
    // Somebody else's build may get its name, or be tidied away, between two lines of this one.
    const facts = await stat(folder).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > keptFor) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** webpack counts as well ended when nothing is left for it to do, even where it has not finished. */
async function readStatistics(app: App, folder: string): Promise<string> {
  return readFile(path.join(folder, 'stats.json'), 'utf8').catch((cause: unknown) => {
    throw new Error(`The build of ${app.name} ended before it was finished; build again.`, {
      cause,
    });
  });
}

/**
 * Builds the release of one app, unless there is a build of the same sources. A finished build appears
 * whole and never changes, so that others may read it while the next one is made.
 * @param name an app of the table
 * @throws Error when there is no such app or webpack fails; nothing half-done is left in its place
 */
export async function buildApp(name: string, root = repositoryRoot): Promise<BuiltApp> {
  const app = appNamed(name);
  const appFolder = path.join(root, 'dist', app.name);
  const digest = await sourceDigest(root, app);
  const folder = path.join(appFolder, digest.slice(0, 16));
  if (await exists(folder)) return { app, folder, rebuilt: false };

  await mkdir(appFolder, { recursive: true });
  // A folder of its own: another build of the same sources may be under way, in this process too.
  const aside = `${folder}.${randomUUID()}.aside`;
  await mkdir(aside);
  try {
    await runWebpack(root, app, [
      ...['--json', path.join(aside, 'stats.json')],
      ...['--env', `folder=${aside}`],
    ]);
    const modules = moduleSizes(app.name, await readStatistics(app, aside), root);
    await writeFile(path.join(aside, 'modules.json'), `${JSON.stringify(modules, null, 1)}\n`);
    const manifest = await createManifest(app, aside, {
      builtAt: new Date().toISOString(),
      revision: await sourceRevision(root),
    });
    await writeFile(path.join(aside, 'release.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(aside, folder).catch(async (error: unknown) => {
      // Somebody else built the same sources meanwhile: theirs is as good.
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await removeOldBuilds(appFolder, folder);
  return { app, folder, rebuilt: true };
}
