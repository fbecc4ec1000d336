import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { rspack } from '@rspack/core';
import type { Configuration, WebpackPluginInstance } from 'webpack';
import { type ConfigAdditions, createConfigFunction } from './app-config';
import type { Bundler } from './bundler';

/** Casts a plugin of Rspack to webpack's type: Rspack accepts webpack's configuration, but has types of its own. */
const plugin = (instance: object) => instance as WebpackPluginInstance;

const rspackBundler: Bundler = {
  plugins: rspack as object as Bundler['plugins'],
  commonPlugins: [],
  // Rspack’s newer class, without V1, would bundle a second federation runtime.
  container: (options) => [plugin(new rspack.container.ModuleFederationPluginV1(options))],
  integrity: (options) => plugin(new rspack.SubresourceIntegrityPlugin(options)),
  styles: (options) => plugin(new rspack.CssExtractRspackPlugin(options)),
  styleLoader: rspack.CssExtractRspackPlugin.loader,
  refresh: async (library) => plugin(new ReactRefreshRspackPlugin({ library })),
};

/** Adapts a webpack configuration: without webpack's cache, and with Rspack's name for `resolve.tsconfig`. */
const adaptConfig = ({ snapshot: _snapshot, resolve = {}, ...config }: Configuration) => ({
  ...config,
  resolve: { ...resolve, tsconfig: undefined, tsConfig: resolve.tsconfig },
  cache: false,
  lazyCompilation: false,
});

/**
 * Returns the Rspack configuration of a remote. Its releases work like those that webpack builds.
 * @param home the app's folder, absolute
 * @param additions what the app adds, such as the loader of a framework
 * @throws Error when the folder's package.json describes no app
 */
export function createAppConfig(home: string, additions?: ConfigAdditions) {
  const configOf = createConfigFunction(rspackBundler, home, additions);
  return async (env: Readonly<Record<string, unknown>>): Promise<object> => {
    const config = await configOf(env);
    return Array.isArray(config) ? config.map(adaptConfig) : adaptConfig(config);
  };
}
