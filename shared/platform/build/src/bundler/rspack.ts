import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { rspack } from '@rspack/core';
import type { Configuration, WebpackPluginInstance } from 'webpack';
import { type Additions, appConfig } from './app-config';
import type { Bundler } from './bundler';

/** Rspack takes webpack's configuration, though its types name classes of its own. */
const plugin = (instance: object) => instance as WebpackPluginInstance;

const rspackBundler: Bundler = {
  own: rspack as object as Bundler['own'],
  always: [],
  // Rspack’s newer class, without V1, would bring a federation runtime of its own beside the host’s.
  container: (options) => [plugin(new rspack.container.ModuleFederationPluginV1(options))],
  integrity: (options) => plugin(new rspack.SubresourceIntegrityPlugin(options)),
  styles: (options) => plugin(new rspack.CssExtractRspackPlugin(options)),
  styleLoader: rspack.CssExtractRspackPlugin.loader,
  refresh: async (library) => plugin(new ReactRefreshRspackPlugin({ library })),
};

/** Rspack has another cache, and is quick without; one option has another name there. */
const withoutCache = ({ snapshot: _ofCache, resolve = {}, ...config }: Configuration) => ({
  ...config,
  resolve: { ...resolve, tsconfig: undefined, tsConfig: resolve.tsconfig },
  cache: false,
  lazyCompilation: false,
});

/**
 * The Rspack configuration of a remote, which makes the same release of it as webpack's.
 * @param home of the app: its folder, whose package.json describes it
 * @param additions of the app's own, such as the loader of a framework
 * @throws Error when it describes no app
 */
export function createAppConfig(home: string, additions?: Additions) {
  const configOf = appConfig(rspackBundler, home, additions);
  return async (env: Readonly<Record<string, unknown>>): Promise<object> => {
    const config = await configOf(env);
    return Array.isArray(config) ? config.map(withoutCache) : withoutCache(config);
  };
}
