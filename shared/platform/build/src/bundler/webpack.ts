import { existsSync } from 'node:fs';
import path from 'node:path';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import { type ConfigAdditions, createConfigFunction } from './app-config';
import type { Bundler } from './bundler';
import { createMergeIntoEntryPlugin } from './workarounds/merge-into-entry';
import { syntaxErrorPlugin } from './workarounds/syntax-errors';

const lockfiles = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock'];

/**
 * Validates the cache by the lockfile instead of by the files of webpack and its loaders. By default webpack checks
 * each of their modules on the disk: 100,000 look-ups after a first build of a host.
 */
const installedTools = {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.done.tap('InstalledTools', ({ compilation: { buildDependencies } }) => {
      for (const file of Array.from(buildDependencies))
        if (/[\\/]node_modules[\\/](?!@composed[\\/])/.test(file)) buildDependencies.delete(file);
      const lockfilesInRoot = lockfiles.map((name) => path.join(getRepositoryRoot(), name));
      buildDependencies.addAll(lockfilesInRoot.filter(existsSync));
    });
  },
};

/** webpack's parts of a configuration. Exported for configurations that `createAppConfig` does not create. */
export const webpackBundler: Bundler = {
  plugins: webpack,
  commonPlugins: [syntaxErrorPlugin, installedTools],
  container: (options) => [
    new webpack.container.ModuleFederationPlugin(options),
    createMergeIntoEntryPlugin(options.name),
  ],
  integrity: (options) => new SubresourceIntegrityPlugin({ ...options, hashLoading: 'lazy' }),
  styles: (options) => new MiniCssExtractPlugin(options),
  styleLoader: MiniCssExtractPlugin.loader,
  // Loaded on demand: this plugin is installed only together with the dev server.
  refresh: async (library) => {
    const { default: Plugin } = await import('@pmmmwh/react-refresh-webpack-plugin');
    return new Plugin({ overlay: false, library });
  },
};

/**
 * Returns the webpack configuration of one app.
 * @param home the app's folder, absolute
 * @param additions what the app adds, such as the loader of a framework
 * @throws Error when the folder's package.json describes no app
 */
export const createAppConfig = (home: string, additions?: ConfigAdditions) =>
  createConfigFunction(webpackBundler, home, additions);
