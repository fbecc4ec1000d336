import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { appNamed, findRemotes, moduleSource } from '@composed/apps';
import { createManifest } from '@composed/apps/create-manifest';
import { repositoryRoot } from '@composed/apps/this-repository';
import { browserConfig } from '@composed/build/bundler/production';
import { webpackBundler } from '@composed/build/bundler/webpack';
import { buildApp } from '@composed/build/release/build-app';
import { replacePins } from '@composed/compose/deployment/composed-page';
import type { ComposableRelease, Deployment, DeploymentInput } from '@composed/compose/deployment';
import { compose } from '@composed/compose/pages/compose';
import { localSiteUrl } from '@composed/release/ledger/settings';
import { readRelease } from '@composed/release/format/read-release';
import webpack, { type Module } from 'webpack';

const hostApp = appNamed('host');
const remoteApps = findRemotes();

/** A deployment with another HTML in every page. */
export function changePages(deployment: Deployment, id: string, change: (html: string) => string) {
  const pages = [...deployment.pages].map(([name, bytes]): [string, Buffer] => [
    name,
    name.endsWith('.html') ? Buffer.from(change(bytes.toString('utf8'))) : bytes,
  ]);
  return { ...deployment, id, pages: new Map(pages) };
}

/**
 * In place of the host's module `remotes/federation`: the remotes' modules, bound at build time. Each remote is one
 * chunk, as a careful monolith splits by page.
 */
function boundRemotes(): string {
  const bindings = remoteApps.flatMap(({ name, folder, exposes }) =>
    Object.entries(exposes).map(([expose, module]) => {
      const id = `${name}/${path.posix.normalize(expose)}`;
      const source = path.join(repositoryRoot, folder, `${moduleSource(expose, module)}.tsx`);
      return `${JSON.stringify(id)}: () => import(/* webpackChunkName: "${name}" */ ${JSON.stringify(source)}),`;
    }),
  );
  return `const remotes = { ${bindings.join('\n')} };
export const createFederation = () => (id) => remotes[id]();`;
}

/** Styles of a remote are a chunk of their own: a page without the remote must not have them. */
function stylesChunk(module: Module): string {
  const folders = module.nameForCondition()?.split(path.sep) ?? [];
  const remote = remoteApps.find(({ folder }) => folders.includes(folder));
  return remote ? `${remote.name}-styles` : 'styles';
}

/** Builds the host's half for browsers with the remotes in it. All files are in the host's folder. */
async function buildBrowserHalf(folder: string): Promise<void> {
  const bindings = path.join(folder, 'bound-remotes.js');
  await writeFile(bindings, boundRemotes());
  const config = browserConfig(webpackBundler, hostApp, folder);
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

/** Compose writes each app's own folder into addresses, and where each remote is; here all is the host's. */
function toOneFolder(html: string): string {
  const moved = remoteApps.reduce(
    (text, { name }) => text.replaceAll(`/assets/${name}/`, `/assets/${hostApp.name}/`),
    html,
  );
  const nothing = { version: '', entry: '', global: '', styles: [] };
  return replacePins(moved, (pins) => {
    const remotes = Object.entries(pins.remotes).map(([app, { exposes }]) => {
      return [app, { ...nothing, exposes }] as const;
    });
    return { ...pins, remotes: Object.fromEntries(remotes) };
  });
}

/**
 * Builds the site as a monolith of the very same sources, and composes its pages in the same way. It has no remote
 * entry, no share scope and no federation runtime; everything else is what the releases have.
 * @param folder does not exist yet; holds the build
 * @param data that the composed site was composed with
 * @returns name → content of every browser file, and the pages
 */
export async function buildMonolith(folder: string, data: DeploymentInput['data']) {
  await cp((await buildApp(hostApp.name)).folder, folder, { recursive: true });
  await buildBrowserHalf(folder);
  const built = await createManifest(hostApp, folder, { builtAt: '', commit: null });
  const names = Object.keys(built.files);
  const readFiles = names.map(async (name) => {
    return [name, await readFile(path.join(folder, 'browser', name))] as const;
  });
  const files = new Map(await Promise.all(readFiles));
  const filesOf = (chunk: string, ending: string) =>
    names.filter((name) => name.startsWith(`${chunk}.`) && name.endsWith(ending));
  const readOwn = (name: string) => Promise.resolve(files.get(name) ?? Buffer.alloc(0));
  const { scripts = [], styles = [] } = built.exposes['.'] ?? {};
  const css = styles.map((name) => files.get(name)).join('\n');
  const ownFiles = { scripts, styles: filesOf('styles', '.css') };
  const host: ComposableRelease = {
    manifest: { ...built, exposes: { '.': ownFiles } },
    readServer: () => readFile(path.join(folder, 'server.cjs'), 'utf8'),
    readRenderer: () => readFile(path.join(folder, 'renderer.cjs'), 'utf8'),
    readCachedMarkup: () => Promise.resolve(null),
    readFile: readOwn,
  };
  const releases: Record<string, ComposableRelease> = { [hostApp.name]: host };
  for (const { name: app } of remoteApps) {
    const release = await buildApp(app);
    const { manifest } = await readRelease(release.folder);
    const bound = { scripts: filesOf(app, '.js'), styles: filesOf(`${app}-styles`, '.css') };
    const exposes = Object.entries(manifest.exposes).map(([expose, module]) => {
      return [expose, { ...module, ...bound }] as const;
    });
    const entry = bound.scripts[0] ?? '';
    releases[app] = {
      ...host,
      manifest: { ...manifest, entry, files: built.files, exposes: Object.fromEntries(exposes) },
      // In the host's build a class has the host's name before it, and the same hash behind.
      readServer: async () =>
        (await readFile(path.join(release.folder, 'server.cjs'), 'utf8')).replaceAll(
          new RegExp(String.raw`\b${app}-([\w-]{4})(?=["\s])`, 'g'),
          (name, hash: string) => (css.includes(`.host-${hash}`) ? `host-${hash}` : name),
        ),
      // A chunk joins the host's list, which compose would refuse in a remote's entry.
      readFile: async (name) => (name === entry ? Buffer.alloc(0) : readOwn(name)),
    };
  }
  const settings = { siteUrl: localSiteUrl };
  const composed = await compose({ data, basePath: '', settings, indexable: true, releases });
  return { files, deployment: changePages(composed, 'monolith', toOneFolder) };
}
