import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { appNamed, findRemotes, moduleSourceFile } from '@composed/apps';
import { createManifest } from '@composed/apps/create-manifest';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { createBrowserConfig } from '@composed/build/bundler/production-config';
import { webpackBundler } from '@composed/build/bundler/webpack';
import { buildApp } from '@composed/build/release/build-app';
import { replacePins } from '@composed/compose/deployment/composed-page';
import type { ComposableRelease, Deployment, DeploymentInput } from '@composed/compose/deployment';
import { compose } from '@composed/compose/pages/compose';
import { parseReleaseManifest } from '@composed/contracts/release-manifest';
import { localSiteUrl } from '@composed/release/ledger/site-settings';
import webpack, { type Module } from 'webpack';

const hostApp = appNamed('host');
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
function boundRemotes(): string {
  const bindings = remoteApps.flatMap(({ name, folder, exposes }) =>
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
  return `const remotes = { ${bindings.join('\n')} };
export const createFederation = () => (id) => remotes[id]();`;
}

/** Names the chunk of a style sheet: one for each remote, so that pages without a remote do not load its styles. */
function stylesChunk(module: Module): string {
  const folders = module.nameForCondition()?.split(path.sep) ?? [];
  const remote = remoteApps.find(({ folder }) => folders.includes(folder));
  return remote ? `${remote.name}-styles` : 'styles';
}

/** Builds the host's browser files with the remotes in them. */
async function buildBrowserFiles(folder: string): Promise<void> {
  const bindings = path.join(folder, 'bound-remotes.js');
  await writeFile(bindings, boundRemotes());
  const config = createBrowserConfig(webpackBundler, hostApp, folder);
  const split = config.optimization?.splitChunks;
  if (!split) throw new Error("The host's build no longer splits chunks.");
  config.cache = false;
  config.plugins?.push(
    new webpack.NormalModuleReplacementPlugin(/\/remotes\/federation$/, bindings),
  );
  const styles = { type: 'css/mini-extract', chunks: 'all', enforce: true, name: stylesChunk };
  Object.assign(split, { cacheGroups: { ...split.cacheGroups, styles } });
  const compiler = webpack(config);
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
  await writeFile(`${folder}/stats.json`, JSON.stringify({ children: [stats.toJson()] }));
}

/** Changes the addresses and pins of the remotes' files to the host's folder, where the monolith has all files. */
function toOneFolder(html: string): string {
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

/**
 * Builds the site as a monolith of the same sources, and composes its pages in the same way. It has no remote entries,
 * no share scope and no federation runtime. Everything else is as in the releases.
 * @param folder for the build, which must not exist
 * @param data that the composed site was composed with
 * @returns `files`: name → content of every browser file; `deployment`: the pages
 */
export async function buildMonolith(folder: string, data: DeploymentInput['data']) {
  await cp((await buildApp(hostApp.name)).folder, folder, { recursive: true });
  await buildBrowserFiles(folder);
  const hostManifest = await createManifest(hostApp, folder, { builtAt: '', commit: null });
  const names = Object.keys(hostManifest.files);
  const contents = names.map(async (name) => {
    return [name, await readFile(path.join(folder, 'browser', name))] as const;
  });
  const files = new Map(await Promise.all(contents));
  const filesOf = (chunk: string, extension: string) =>
    names.filter((name) => name.startsWith(`${chunk}.`) && name.endsWith(extension));
  const readHostFile = (name: string) => Promise.resolve(files.get(name) ?? Buffer.alloc(0));
  const { scripts = [], styles = [] } = hostManifest.exposes['.'] ?? {};
  const css = styles.map((name) => files.get(name)).join('\n');
  const ownFiles = { scripts, styles: filesOf('styles', '.css') };
  const host: ComposableRelease = {
    manifest: { ...hostManifest, exposes: { '.': ownFiles } },
    readGuestBundle: () => readFile(path.join(folder, 'server.cjs'), 'utf8'),
    readRenderer: () => readFile(path.join(folder, 'renderer.cjs'), 'utf8'),
    readCachedMarkup: () => Promise.resolve(null),
    readFile: readHostFile,
  };
  const releases: Record<string, ComposableRelease> = { [hostApp.name]: host };
  for (const { name: app } of remoteApps) {
    const release = await buildApp(app);
    const manifestFile = path.join(release.folder, 'release.json');
    const manifest = parseReleaseManifest(await readFile(manifestFile, 'utf8'));
    const chunks = { scripts: filesOf(app, '.js'), styles: filesOf(`${app}-styles`, '.css') };
    const exposes = Object.entries(manifest.exposes).map(([expose, module]) => {
      return [expose, { ...module, ...chunks }] as const;
    });
    const entry = chunks.scripts[0] ?? '';
    const ownFields = { entry, files: hostManifest.files, exposes: Object.fromEntries(exposes) };
    releases[app] = {
      ...host,
      manifest: { ...manifest, ...ownFields },
      // In the host's build, class names have the host's prefix and the same hash.
      readGuestBundle: async () =>
        (await readFile(path.join(release.folder, 'server.cjs'), 'utf8')).replaceAll(
          new RegExp(String.raw`\b${app}-([\w-]{4})(?=["\s])`, 'g'),
          (name, hash: string) => (css.includes(`.host-${hash}`) ? `host-${hash}` : name),
        ),
      // Compose refuses an entry that registers a chunk in the host's list, so it sees an empty file.
      readFile: async (name) => (name === entry ? Buffer.alloc(0) : readHostFile(name)),
    };
  }
  const settings = { siteUrl: localSiteUrl };
  const composed = await compose({ data, basePath: '', settings, indexable: true, releases });
  return { files, deployment: changePages(composed, 'monolith', toOneFolder) };
}
