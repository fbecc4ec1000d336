import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hostApp, remoteApps, type App } from 'shared/build/apps';
import webpack, { type Configuration } from 'webpack';
import { createManifest } from '../../../build/create-manifest';
import { compose } from '../../../compose/compose';
import type {
  ComposableRelease,
  Composition,
  CompositionInput,
} from '../../../compose/composition';
import { replaceRecord } from '../../../compose/composed-page';
import { readBuiltRelease } from '../../../release/built-release';
import type { ReleaseManifest } from 'shared/contracts/release-manifest';
import { changePages } from './derived-pages';
import {
  boundRemotes,
  boundServerConfig,
  monolithBrowserConfig,
  monolithServerConfig,
  stylesChunk,
} from './monolith-config';

export interface Monolith {
  readonly manifest: ReleaseManifest;
  /** Reads a browser file that the manifest names. */
  readonly readFile: (name: string) => Promise<Buffer>;
  readonly composition: Composition;
}

function runWebpack(configs: Configuration[]): Promise<webpack.MultiStats> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(configs);
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (!stats) reject(new Error('webpack ended without a word.'));
        else if (stats.hasErrors())
          reject(new Error(stats.toString({ all: false, errors: true, colors: false })));
        else resolve(stats);
      });
    });
  });
}

/** The one file of the build that begins with a chunk's name. */
function fileOf(manifest: ReleaseManifest, chunk: string, ending: string): string {
  const file = Object.keys(manifest.files).find(
    (name) => name.startsWith(`${chunk}.`) && name.endsWith(ending),
  );
  if (!file) throw new Error(`The monolith has no ${chunk}${ending}.`);
  return file;
}

/** A remote as compose sees it: its place in the pages is a chunk and a style sheet of the one build. */
async function boundRelease(
  app: App,
  releaseFolder: string,
  serverFolder: string,
  host: Pick<Monolith, 'manifest' | 'readFile'>,
): Promise<ComposableRelease> {
  const { manifest } = await readBuiltRelease(app.name, releaseFolder);
  const scripts = [fileOf(host.manifest, app.name, '.js')];
  const styles = [fileOf(host.manifest, stylesChunk(app), '.css')];
  return {
    manifest: {
      ...manifest,
      entry: scripts[0] ?? '',
      files: host.manifest.files,
      exposes: Object.fromEntries(
        Object.keys(manifest.exposes).map((expose) => [expose, { scripts, styles }]),
      ),
    },
    readServer: () => readFile(path.join(serverFolder, 'server.cjs'), 'utf8'),
    readFile: host.readFile,
  };
}

/** Compose writes each app's own folder into addresses; here all files are the host's. */
function toOneFolder(html: string): string {
  const moved = remoteApps.reduce(
    (text, { name }) => text.replaceAll(`/assets/${name}/`, `/assets/${hostApp.name}/`),
    html,
  );
  return replaceRecord(moved, (record) => ({ ...record, remotes: {} }));
}

/**
 * Builds the site once more as a monolith of the very same sources and composes its pages in the same
 * way: no remote entry, no share scope, no federation runtime; everything else is what the releases have.
 * @param folder is emptied and holds the build
 * @param releaseFolders app → folder of its release, for contract and ranges
 * @param input what the composed site was composed with, but for the releases
 */
export async function buildMonolith(
  folder: string,
  releaseFolders: Readonly<Record<string, string>>,
  input: Omit<CompositionInput, 'releases'>,
): Promise<Monolith> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const bindings = path.join(folder, 'bound-remotes.js');
  await writeFile(bindings, boundRemotes());
  const serverFolder = (app: App) => path.join(folder, app.name);
  const stats = await runWebpack([
    monolithBrowserConfig(folder, bindings),
    monolithServerConfig(folder),
    ...remoteApps.map((app) => boundServerConfig(app, serverFolder(app))),
  ]);
  await writeFile(path.join(folder, 'stats.json'), JSON.stringify(stats.toJson()));
  const built = await createManifest(hostApp, folder, { builtAt: '', revision: null });
  const remoteStyles = new Set(remoteApps.map((app) => fileOf(built, stylesChunk(app), '.css')));
  const entryPoint = built.exposes['.'];
  if (!entryPoint) throw new Error('The monolith has no entry point.');
  const manifest: ReleaseManifest = {
    ...built,
    exposes: {
      '.': { ...entryPoint, styles: entryPoint.styles.filter((file) => !remoteStyles.has(file)) },
    },
  };
  const readBrowserFile = (name: string) => readFile(path.join(folder, 'browser', name));
  const host = { manifest, readFile: readBrowserFile };
  const remotes = await Promise.all(
    remoteApps.map(async (app) => {
      const release = await boundRelease(
        app,
        releaseFolders[app.name] ?? '',
        serverFolder(app),
        host,
      );
      return [app.name, release] as const;
    }),
  );
  const readServer = () => readFile(path.join(folder, 'server.cjs'), 'utf8');
  const composed = await compose({
    ...input,
    releases: { host: { ...host, readServer }, ...Object.fromEntries(remotes) },
  });
  const composition = changePages(composed, `monolith-${composed.id}`, toOneFolder);
  return { ...host, composition };
}
