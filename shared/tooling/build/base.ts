import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { remoteGlobal } from '../../src/contracts/remotes';
import type { App } from './apps';
import type { Target } from './module-rules';
import { providedVersions, repositoryRoot } from './shared-packages';

/** What the release manifest is made of, and no more. */
const manifestStats = {
  all: false,
  errors: true,
  warnings: true,
  entrypoints: true,
  chunks: true,
  modules: true,
  nestedModules: true,
  // Those that a warm cache brings count as well.
  cachedModules: true,
  ids: true,
  modulesSpace: Number.POSITIVE_INFINITY,
  nestedModulesSpace: Number.POSITIVE_INFINITY,
};

/** What every build of every app has in common. */
export function baseConfig(
  app: App,
  target: Target,
  mode: 'production' | 'development',
): Configuration {
  return {
    name: `${app.name} ${target}`,
    mode,
    context: path.join(repositoryRoot, app.folder),
    devtool: mode === 'production' ? false : 'eval-cheap-module-source-map',
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(repositoryRoot, 'node_modules/.cache/webpack'),
      name: `${app.name}-${target}-${mode}`,
      buildDependencies: { config: [import.meta.dirname + path.sep] },
    },
    performance: { hints: false },
    infrastructureLogging: { level: 'warn' },
    // In development: what is wrong, in the compiler's words, and that it is done.
    stats: target === 'dev' ? { preset: 'summary', errors: true, warnings: true } : manifestStats,
  };
}

/** Tells the host's own code which versions it hands over (`__PROVIDED_VERSIONS__`). */
export function providedDefinition(): Record<string, string> {
  return { __PROVIDED_VERSIONS__: JSON.stringify(providedVersions()) };
}

/**
 * The container of a remote, which the host's federation runtime loads as it is.
 * @param shared what it takes from the page's share scope, or brings along, by request
 */
export function containerPlugin(
  app: App,
  filename: string,
  shared: Readonly<Record<string, { import?: false; requiredVersion: string | false }>>,
) {
  const name = remoteGlobal(app.name);
  return new webpack.container.ModuleFederationPlugin({
    name,
    filename,
    library: { type: 'window', name },
    exposes: { ...app.exposes },
    shared: Object.fromEntries(
      Object.entries(shared).map(([request, given]) => [request, { singleton: true, ...given }]),
    ),
  });
}
