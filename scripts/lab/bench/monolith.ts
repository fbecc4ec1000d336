import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireApp, findRemotes, moduleSourceFile } from '@composed/apps';
import { createManifest } from '@composed/apps/create-manifest';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { createBrowserConfig } from '@composed/build/bundler/production-config';
import { webpackBundler } from '@composed/build/bundler/webpack';
import { buildApp } from '@composed/build/release/build-app';
import { replacePins } from '@composed/compose/deployment/composed-page';
import type { ComposableRelease, Deployment, DeploymentInput } from '@composed/compose/deployment';
import { compose } from '@composed/compose/pages/compose';
import { parseReleaseManifest, type ReleaseManifest } from '@composed/contracts/release-manifest';
import { localSiteUrl } from '@composed/release/ledger/site-settings';
import webpack, { type Module } from 'webpack';

const hostApp = requireApp('host');
const remoteApps = findRemotes();

/** Copies a deployment, and changes the HTML of every page. */
export function changePages(deployment: Deployment, id: string, change: (html: string) => string) {
  const pages = [...deployment.pages].map(([name, bytes]): [string, Buffer] => [
    name,
    name.endsWith('.html') ? Buffer.from(change(bytes.toString('utf8'))) : bytes,
  ]);
  return { ...deployment, id, pages: new Map(pages) };
}

/**
 * Generates the module that replaces the host's `remotes/federation`. It imports the remotes' modules at build time.
 * A remote becomes one chunk, as in a monolith that splits its code by page.
 */
function generateRemotesModule(): string {
  const rows = remoteApps.flatMap(({ name, folder, exposes }) =>
    Object.entries(exposes).map(([expose, module]) => {
      const id = `${name}/${path.posix.normalize(expose)}`;
      const source = path.join(
        getRepositoryRoot(),
        folder,
        `${moduleSourceFile(expose, module)}.tsx`,
      );
      return `${JSON.stringify(id)}: () => import(/* webpackChunkName: "${name}" */ ${JSON.stringify(source)}),`;
    }),
  );
  return `const remotes = { ${rows.join('\n')} };
export const createFederation = () => (id) => remotes[id]();`;
}

/** Names the chunk of a style sheet: one for each remote, so that pages without a remote do not load its styles. */
function nameStylesChunk(module: Module): string {
  const folders = module.nameForCondition()?.split(path.sep) ?? [];
  const remote = remoteApps.find(({ folder }) => folders.includes(folder));
  return remote ? `${remote.name}-styles` : 'styles';
}

/** Builds the host's browser files with the remotes in them. */
async function buildBrowserFiles(folder: string): Promise<void> {
  const remotesModule = path.join(folder, 'remotes.js');
  await writeFile(remotesModule, generateRemotesModule());
  const config = createBrowserConfig(webpackBundler, hostApp, folder);
  const split = config.optimization?.splitChunks;
  if (!split) throw new Error("The host's build no longer splits chunks.");
  config.cache = false;
  config.plugins?.push(
    new webpack.NormalModuleReplacementPlugin(/\/remotes\/federation$/, remotesModule),
  );
  const styles = { type: 'css/mini-extract', chunks: 'all', enforce: true, name: nameStylesChunk };
  Object.assign(split, { cacheGroups: { ...split.cacheGroups, styles } });
  const compiler = webpack(config);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
  await writeFile(`${folder}/stats.json`, JSON.stringify({ children: [stats.toJson()] }));
}

/** Changes the addresses and pins of the remotes' files to the host's folder, where the monolith has all files. */
function moveToHostFolder(html: string): string {
  const movedHtml = remoteApps.reduce(
    (text, { name }) => text.replaceAll(`/assets/${name}/`, `/assets/${hostApp.name}/`),
    html,
  );
  const emptyPins = { version: '', entry: '', global: '', styles: [] };
  return replacePins(movedHtml, (pins) => {
    const remotes = Object.entries(pins.remotes).map(([app, { exposes }]) => {
      return [app, { ...emptyPins, exposes }] as const;
    });
    return { ...pins, remotes: Object.fromEntries(remotes) };
  });
}

/** The build of the monolith: its folder, the manifest of its host, and its browser files by name. */
interface Build {
  readonly folder: string;
  readonly manifest: ReleaseManifest;
  readonly files: Map<string, Buffer>;
}

/** Builds the host with the remotes in its browser files. Its other files are those of its release. */
async function buildHost(folder: string): Promise<Build> {
  await cp((await buildApp(hostApp.name)).folder, folder, { recursive: true });
  await buildBrowserFiles(folder);
  const manifest = await createManifest(hostApp, folder, { builtAt: '', commit: null });
  const contents = Object.keys(manifest.files).map(async (name) => {
    return [name, await readFile(path.join(folder, 'browser', name))] as const;
  });
  return { folder, manifest, files: new Map(await Promise.all(contents)) };
}

const listChunkFiles = ({ files }: Build, chunk: string, extension: string) =>
  [...files.keys()].filter((name) => name.startsWith(`${chunk}.`) && name.endsWith(extension));

/** Creates the release of the host, which has the scripts of the monolith but no styles of remotes. */
function createHostRelease(build: Build): ComposableRelease {
  const { folder, manifest, files } = build;
  const { scripts = [] } = manifest.exposes['.'] ?? {};
  const styles = listChunkFiles(build, 'styles', '.css');
  return {
    manifest: { ...manifest, exposes: { '.': { scripts, styles } } },
    readGuestBundle: () => readFile(path.join(folder, 'server.cjs'), 'utf8'),
    readRenderer: () => readFile(path.join(folder, 'renderer.cjs'), 'utf8'),
    readCachedMarkup: () => Promise.resolve(null),
    readFile: (name) => Promise.resolve(files.get(name) ?? Buffer.alloc(0)),
  };
}

/** Renames the classes in a remote's guest bundle as the host's build names them: with another prefix, but the same hash. */
function renameClasses(bundle: string, app: string, css: string): string {
  const className = new RegExp(String.raw`\b${app}-([\w-]{4})(?=["\s])`, 'g');
  return bundle.replaceAll(className, (name, hash: string) =>
    css.includes(`.host-${hash}`) ? `host-${hash}` : name,
  );
}

/** Creates the release of a remote: it renders as usual, and its browser files are chunks of the monolith. */
async function createRemoteRelease(
  app: string,
  build: Build,
  host: ComposableRelease,
): Promise<ComposableRelease> {
  const { folder } = await buildApp(app);
  const manifest = parseReleaseManifest(await readFile(path.join(folder, 'release.json'), 'utf8'));
  const scripts = listChunkFiles(build, app, '.js');
  const styles = listChunkFiles(build, `${app}-styles`, '.css');
  const [entry = ''] = scripts;
  const exposes = Object.entries(manifest.exposes).map(([expose, module]) => {
    return [expose, { ...module, scripts, styles }] as const;
  });
  const sheets = build.manifest.exposes['.']?.styles ?? [];
  const css = sheets.map((name) => build.files.get(name)).join('\n');
  return {
    ...host,
    manifest: {
      ...manifest,
      entry,
      files: build.manifest.files,
      exposes: Object.fromEntries(exposes),
    },
    readGuestBundle: async () =>
      renameClasses(await readFile(path.join(folder, 'server.cjs'), 'utf8'), app, css),
    // Compose refuses an entry that registers a chunk in the host's list, so it sees an empty file.
    readFile: (name) => (name === entry ? Promise.resolve(Buffer.alloc(0)) : host.readFile(name)),
  };
}

/**
 * Builds the site as a monolith of the same sources, and composes its pages in the same way. It has no remote entries,
 * no share scope and no federation runtime. Everything else is as in the releases.
 * @param folder for the build, which must not exist
 * @param data that the composed site was composed with
 * @returns `files`: name → content of every browser file; `deployment`: the pages
 */
export async function buildMonolith(folder: string, data: DeploymentInput['data']) {
  const build = await buildHost(folder);
  const host = createHostRelease(build);
  const releases: Record<string, ComposableRelease> = { [hostApp.name]: host };
  for (const { name } of remoteApps) releases[name] = await createRemoteRelease(name, build, host);
  const settings = { siteUrl: localSiteUrl };
  const composed = await compose({ data, basePath: '', settings, indexable: true, releases });
  return { files: build.files, deployment: changePages(composed, 'monolith', moveToHostFolder) };
}
