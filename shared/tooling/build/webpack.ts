import ReactRefreshWebpackPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import { appConfig } from './app-config';
import type { Bundler } from './bundler';
import { oneFilePlugin } from './one-file';

/**
 * TypeScript goes on after a missing brace, and webpack fails at what comes out of it: errors
 * in TypeScript's words are enough.
 */
const syntaxErrorPlugin = {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('SyntaxErrorPlugin', ({ hooks }) => {
      hooks.processErrors.tap('SyntaxErrorPlugin', (errors) => {
        const typed = errors.filter(({ message }) => message.includes('[tsl]'));
        return typed.length > 0 ? typed : errors;
      });
    });
  },
};

/** What webpack has of its own; for a configuration that this package does not make. */
export const webpackBundler: Bundler = {
  own: webpack,
  container: (options) => [
    new webpack.container.ModuleFederationPlugin(options),
    oneFilePlugin(options.name),
  ],
  integrity: (options) => new SubresourceIntegrityPlugin({ ...options, hashLoading: 'lazy' }),
  styles: (options) => new MiniCssExtractPlugin(options),
  styleLoader: MiniCssExtractPlugin.loader,
  refresh: (library) => [
    syntaxErrorPlugin,
    new ReactRefreshWebpackPlugin({ overlay: false, library }),
  ],
};

/**
 * The webpack configuration of one app.
 * @param home of the app: its folder, whose package.json describes it
 * @throws Error when it describes no app
 */
export const createAppConfig = (home: string) => appConfig(webpackBundler, home);
