import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { appNamed, type App } from 'shared/build/apps';
import { repositoryRoot } from 'shared/build/shared-packages';
import { createManifest } from './create-manifest';
import { runWebpack } from './run-webpack';
import { sourceDigest } from './source-digest';

const run = promisify(execFile);

async function sourceRevision(root: string): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: root });
    return stdout.trim();
  } catch {
    return null;
  }
}

async function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

export interface BuiltApp {
  readonly app: App;
  /** Holds release.json, server.cjs and browser/<files>. */
  readonly folder: string;
  /** False when the sources had not changed since the last build. */
  readonly rebuilt: boolean;
}

/**
 * Builds the release of one app, unless its sources are those of the build that is there.
 * @param name an app of the table
 * @throws Error when there is no such app or webpack fails; the last good build is then gone, never half there
 */
export async function buildApp(name: string, root = repositoryRoot): Promise<BuiltApp> {
  const app = appNamed(name);
  const folder = path.join(root, 'dist', app.name);
  const digestFile = path.join(folder, 'source-digest');
  const digest = await sourceDigest(root, app);
  if ((await readText(digestFile)) === digest) return { app, folder, rebuilt: false };

  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await runWebpack(root, app, path.join(folder, 'stats.json'));
  const manifest = await createManifest(app, folder, {
    builtAt: new Date().toISOString(),
    revision: await sourceRevision(root),
  });
  await writeFile(path.join(folder, 'release.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // Last, so that a build that was cut off is made again.
  await writeFile(digestFile, digest);
  return { app, folder, rebuilt: true };
}
