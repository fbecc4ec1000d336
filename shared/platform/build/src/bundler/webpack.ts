import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@composed/apps/this-repository';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import { type Additions, appConfig } from './app-config';
import type { Bundler } from './bundler';
import { oneFilePlugin } from './workarounds/one-file';
import { syntaxErrorPlugin } from './workarounds/syntax-errors';

/** Names of lockfiles: npm’s, pnpm’s, Yarn’s. */
const lockfiles = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock'];

/**
 * Lets a lockfile say whether a cache was made by the same loaders and the same webpack. By itself webpack walks through
 * every module of theirs, and looks for each on the disk: 100,000 times after a first build of a host.
 */
const installedTools = {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.done.tap('InstalledTools', ({ compilation: { buildDependencies } }) => {
      for (const file of Array.from(buildDependencies))
        if (/[\\/]node_modules[\\/](?!@composed[\\/])/.test(file)) buildDependencies.delete(file);
      const inRoot = lockfiles.map((name) => path.join(repositoryRoot, name));
      buildDependencies.addAll(inRoot.filter(existsSync));
    });
  },
};

/** The part of a configuration that is webpack's own; for a configuration that this package does not make. */
export const webpackBundler: Bundler = {
  own: webpack,
  always: [syntaxErrorPlugin, installedTools],
  container: (options) => [
    new webpack.container.ModuleFederationPlugin(options),
    oneFilePlugin(options.name),
  ],
  integrity: (options) => new SubresourceIntegrityPlugin({ ...options, hashLoading: 'lazy' }),
  styles: (options) => new MiniCssExtractPlugin(options),
  styleLoader: MiniCssExtractPlugin.loader,
  // The plugin is installed with the dev server alone.
  refresh: async (library) => {
    const { default: Plugin } = await import('@pmmmwh/react-refresh-webpack-plugin');
    return new Plugin({ overlay: false, library });
  },
};

/**
 * The webpack configuration of one app.
 * @param home of the app: its folder, whose package.json describes it
 * @param additions of the app's own, such as the loader of a framework
 * @throws Error when it describes no app
 */
export const createAppConfig = (home: string, additions?: Additions) =>
  appConfig(webpackBundler, home, additions);
