import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import { type Additions, appConfig } from './app-config';
import type { Bundler } from './bundler';

/** As ts-loader names it. */
const fileOf = (error: Error) => ('file' in error ? error.file : null);

/**
 * TypeScript goes on after a missing brace, and webpack fails at what comes out of it: the first error of a file in
 * TypeScript's words is enough, since the others come from it.
 */
const syntaxErrorPlugin = {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('SyntaxErrorPlugin', ({ hooks }) => {
      hooks.processErrors.tap('SyntaxErrorPlugin', (errors) => {
        const typed = errors.filter(({ message }) => /^TS\d/.test(message));
        const byFile = new Map(typed.toReversed().map((error) => [fileOf(error), error]));
        return typed.length > 0 ? [...byFile.values()].toReversed() : errors;
      });
    });
  },
};

/**
 * Puts the module that a remote exposes into the remote's entry, where it exposes no other: every page that
 * loads the one needs the other, and a file of its own costs a request, a trip and the code that loads it.
 * What the module imports on demand keeps its chunks.
 * @param container name of the entry
 */
const oneFilePlugin = (container: string) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('OneFilePlugin', (compilation) => {
      // Before styles are split off.
      compilation.hooks.optimizeChunks.tap({ name: 'OneFilePlugin', stage: -10 }, () => {
        const entry = compilation.namedChunks.get(container);
        const exposed = compilation.entrypoints.get(container)?.getChildren() ?? [];
        const [chunk, ...others] = exposed.flatMap(({ chunks }) => chunks);
        if (!entry || !chunk || others.length > 0) return;
        compilation.chunkGraph.integrateChunks(entry, chunk);
        compilation.chunks.delete(chunk);
      });
    });
  },
});

/** What webpack has of its own; for a configuration that this package does not make. */
export const webpackBundler: Bundler = {
  own: webpack,
  always: [syntaxErrorPlugin],
  container: (options) => [
    new webpack.container.ModuleFederationPlugin(options),
    oneFilePlugin(options.name),
  ],
  integrity: (options) => new SubresourceIntegrityPlugin({ ...options, hashLoading: 'lazy' }),
  styles: (options) => new MiniCssExtractPlugin(options),
  styleLoader: MiniCssExtractPlugin.loader,
  // Only where there is a dev server is it installed.
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
