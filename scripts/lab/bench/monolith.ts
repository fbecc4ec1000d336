import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { appNamed, findRemotes, type App } from '@composed/apps';
import { browserConfig, exposedModules, serverConfig } from '@composed/build/bundler/production';
import { webpackBundler } from '@composed/build/bundler/webpack';
import { repositoryRoot, site } from '@composed/apps/shared-packages';
import webpack, { type Configuration, type Module } from 'webpack';
import { buildApp } from '@composed/build/release/build-app';
import { createManifest } from '@composed/apps/create-manifest';
import { compose } from '@composed/compose/pages/compose';
import { replacePins } from '@composed/compose/deployment/composed-page';
import type { ComposableRelease, DeploymentInput } from '@composed/compose/deployment';
import { readRelease } from '@composed/release/format/read-release';
import { localSiteUrl } from '@composed/release/ledger/settings';
import { changePages } from './variants';

const hostApp = appNamed('host');
const remoteApps = findRemotes();

/**
 * Replaces the host’s module `remotes/federation` by the remotes’ exposed modules, bound at build time. Each remote
 * is one chunk, as a careful monolith splits by page.
 */
function boundRemotes(): string {
  const bindings = remoteApps.flatMap(({ name, folder, exposes }) =>
    Object.entries(exposes).map(([expose, module]) => {
      const id = `${name}/${path.posix.normalize(expose)}`;
      // An ES module names others with their ending.
      const source = path
        .join(repositoryRoot, folder, `${module.import}.tsx`)
        .split(path.sep)
        .join('/');
      return `  ${JSON.stringify(id)}: () => import(/* webpackChunkName: "${name}" */ ${JSON.stringify(source)}),`;
    }),
  );
  return `const remotes = {
${bindings.join('\n')}
};
export const createFederation = () => (id) => remotes[id]();
`;
}

/** Name of the chunk with a remote’s own styles. A page without the remote must not have it. */
const stylesChunk = (app: App) => `${app.name}-styles`;

function stylesChunkOf(module: Module): string {
  const file = module.nameForCondition()?.split(path.sep) ?? [];
  const remote = remoteApps.find(({ folder }) => file.includes(folder));
  return remote ? stylesChunk(remote) : 'styles';
}

/**
 * The host’s own builds with one module replaced, so that they hold no federation runtime. All files are in the
 * host’s folder. Then the remotes’ rendering bundles, with the host’s class names.
 * @param bindings path of a file that holds `boundRemotes()`
 */
function monolithConfigs(folder: string, bindings: string): Configuration[] {
  const browser = browserConfig(webpackBundler, hostApp, folder);
  const split = browser.optimization?.splitChunks;
  if (!split) throw new Error('The host’s build no longer splits chunks.');
  const styles = { type: 'css/mini-extract', chunks: 'all', enforce: true } as const;
  const configs: Configuration[] = [
    {
      ...browser,
      plugins: [
        ...(browser.plugins ?? []),
        new webpack.NormalModuleReplacementPlugin(/\/remotes\/federation$/, bindings),
      ],
      optimization: {
        ...browser.optimization,
        splitChunks: {
          ...split,
          cacheGroups: { ...split.cacheGroups, styles: { ...styles, name: stylesChunkOf } },
        },
      },
    },
    serverConfig(webpackBundler, hostApp, folder),
    ...remoteApps.map((app) => ({
      ...serverConfig(webpackBundler, { ...app, name: hostApp.name }, path.join(folder, app.name)),
      name: `${app.name} server`,
      // A build under the host’s name would hold the packages that the host hands over.
      externals: Object.keys(site.shares),
      // Pictures are named by their place as seen from the folder of the build.
      context: path.join(repositoryRoot, hostApp.folder),
      entry: { server: exposedModules(app, path.join(repositoryRoot, app.folder)) },
    })),
  ];
  return configs.map((config) => ({ ...config, cache: false }));
}

/** Compose writes each app's own folder into addresses; here all files are the host's. */
function toOneFolder(html: string): string {
  const moved = remoteApps.reduce(
    (text, { name }) => text.replaceAll(`/assets/${name}/`, `/assets/${hostApp.name}/`),
    html,
  );
  // The props of its modules are all that the monolith needs to know of a remote.
  const nothing = { version: '', entry: '', global: '', styles: [] };
  return replacePins(moved, (pins) => {
    const remotes = Object.entries(pins.remotes).map(([app, { exposes }]) => {
      return [app, { ...nothing, exposes }] as const;
    });
    return { ...pins, remotes: Object.fromEntries(remotes) };
  });
}

/**
 * Builds the site once more as a monolith of the very same sources, and composes its pages in the same way. It has no
 * remote entry, no share scope and no federation runtime; everything else is what the releases have.
 * @param folder is empty; holds the build
 * @param data that the composed site was composed with
 * @returns name → content of every browser file, and the pages
 */
export async function buildMonolith(folder: string, data: DeploymentInput['data']) {
  await mkdir(folder, { recursive: true });
  const bindings = path.join(folder, 'bound-remotes.js');
  await writeFile(bindings, boundRemotes());
  const compiler = webpack(monolithConfigs(folder, bindings));
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
  await writeFile(path.join(folder, 'stats.json'), JSON.stringify(stats.toJson()));

  const built = await createManifest(hostApp, folder, { builtAt: '', revision: null });
  const readBrowserFile = (name: string) => readFile(path.join(folder, 'browser', name));
  const readRenderer = () => readFile(path.join(folder, 'renderer.cjs'), 'utf8');
  const names = Object.keys(built.files);
  const ofChunk = (chunk: string, ending: string) =>
    names.filter((name) => name.startsWith(`${chunk}.`) && name.endsWith(ending));
  const remoteStyles = remoteApps.flatMap((app) => ofChunk(stylesChunk(app), '.css'));
  const { scripts = [], styles = [] } = built.exposes['.'] ?? {};
  const own = { scripts, styles: styles.filter((file) => !remoteStyles.includes(file)) };
  const releases: ComposableRelease[] = [
    {
      manifest: { ...built, exposes: { '.': own } },
      readServer: () => readFile(path.join(folder, 'server.cjs'), 'utf8'),
      readRenderer,
      readCachedMarkup: () => Promise.resolve(null),
      readFile: readBrowserFile,
    },
  ];
  // A remote as compose sees it: its place in the pages is a chunk and a style sheet of the one build.
  for (const app of remoteApps) {
    const { manifest } = await readRelease((await buildApp(app.name)).folder);
    const bound = { scripts: ofChunk(app.name, '.js'), styles: ofChunk(stylesChunk(app), '.css') };
    const exposes = Object.keys(manifest.exposes).map((expose) => [expose, bound] as const);
    const entry = bound.scripts[0] ?? '';
    releases.push({
      manifest: { ...manifest, entry, files: built.files, exposes: Object.fromEntries(exposes) },
      readServer: () => readFile(path.join(folder, app.name, 'server.cjs'), 'utf8'),
      readRenderer,
      readCachedMarkup: () => Promise.resolve(null),
      // A monolith's chunk joins the host's list, which compose would refuse in a remote's entry.
      readFile: (name) =>
        name === entry ? Promise.resolve(Buffer.alloc(0)) : readBrowserFile(name),
    });
  }
  const composed = await compose({
    ...{ data, basePath: '', settings: { siteUrl: localSiteUrl }, indexable: true },
    releases: Object.fromEntries(releases.map((release) => [release.manifest.app, release])),
  });
  const files = names.map(async (name) => [name, await readBrowserFile(name)] as const);
  return {
    files: new Map(await Promise.all(files)),
    deployment: changePages(composed, `monolith-${composed.id}`, toOneFolder),
  };
}
