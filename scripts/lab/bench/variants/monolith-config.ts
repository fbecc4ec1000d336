import path from 'node:path';
import { hostApp, remoteApps, type App } from 'shared/build/apps';
import { browserConfig, serverConfig } from 'shared/build/production';
import { repositoryRoot } from 'shared/build/shared-packages';
import webpack, { type Configuration } from 'webpack';

/** Kept apart from the caches of the releases: the same modules are built in another way here. */
function ownCache(name: string): Pick<Configuration, 'cache'> {
  return {
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(repositoryRoot, 'node_modules/.cache/webpack'),
      name: `bench-${name}`,
    },
  };
}

/**
 * Replaces the host's module `remotes/federation`: the remotes' exposed modules, bound
 * when the site is built. One chunk per remote, as a monolith that is built with care splits by page.
 */
export function boundRemotes(remotes: readonly App[] = remoteApps, root = repositoryRoot): string {
  const bindings = remotes.flatMap(({ name, folder, exposes }) =>
    Object.entries(exposes).map(([expose, module]) => {
      const id = `${name}/${expose.replace(/^\.\//, '')}`;
      const source = path.join(root, folder, module).split(path.sep).join('/');
      return `  ${JSON.stringify(id)}: () => import(/* webpackChunkName: "${name}" */ ${JSON.stringify(source)}),`;
    }),
  );
  return [
    'const remotes = {',
    ...bindings,
    '};',
    'export const createFederation = () => (id) => remotes[id]();',
    '',
  ].join('\n');
}

/** Name of the chunk with the styles of a remote's own folder; compose inlines it in the pages that show the remote. */
export const stylesChunk = (app: App) => `${app.name}-styles`;

/**
 * The browser build of the monolith: the host's own configuration with one module replaced, so that
 * nothing of the federation runtime is in it, and the host's folder as the one place of all files.
 * @param bindings path of a file that holds `boundRemotes()`
 */
export function monolithBrowserConfig(folder: string, bindings: string): Configuration {
  const config = browserConfig(hostApp, folder);
  const split = config.optimization?.splitChunks;
  if (!split || !split.cacheGroups) throw new Error('The host’s build no longer splits chunks.');
  const { styles, ...groups } = split.cacheGroups;
  const css = { type: 'css/mini-extract', chunks: 'all', enforce: true } as const;
  return {
    ...config,
    ...ownCache('monolith-browser'),
    module: {
      ...config.module,
      rules: [
        ...(config.module?.rules ?? []),
        // It names modules as the app table does, without an ending.
        { test: bindings, resolve: { fullySpecified: false } },
      ],
    },
    plugins: [
      ...(config.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(/\/remotes\/federation$/, bindings),
    ],
    optimization: {
      ...config.optimization,
      splitChunks: {
        ...split,
        cacheGroups: {
          ...groups,
          ...(styles ? { styles } : {}),
          // Compose inlines what a page needs: a page must not have the styles of a remote it does not show.
          ...Object.fromEntries(
            remoteApps.map((app) => [
              stylesChunk(app),
              {
                ...css,
                name: stylesChunk(app),
                test: new RegExp(`[\\\\/]${app.folder}[\\\\/]`),
                priority: 10,
              },
            ]),
          ),
        },
      },
    },
  };
}

/** The host's rendering bundle; the same as in its release. */
export function monolithServerConfig(folder: string): Configuration {
  return { ...serverConfig(hostApp, folder), ...ownCache('monolith-server') };
}

/** A remote's rendering bundle with the host's class names and file addresses, as its browser build has. */
export function boundServerConfig(app: App, folder: string): Configuration {
  return {
    ...serverConfig({ ...app, name: hostApp.name }, folder),
    ...ownCache(`monolith-${app.name}-server`),
    name: `${app.name} server`,
  };
}
