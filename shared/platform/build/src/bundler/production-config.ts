import path from 'node:path';
import CopyPlugin from 'copy-webpack-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration } from 'webpack';
import { isHost, moduleSourceFile, type App } from '@composed/apps';
import { scriptTimeout } from '@composed/contracts/page-elements';
import { createBaseConfig, createContainerPlugins, createSourceMapPlugins } from './base-config';
import type { Bundler } from './bundler';
import { RetryChunksPlugin } from './workarounds/retry-chunks';
import { readRequiredRanges } from '@composed/apps/package-versions';

/** tsx installs esbuild anyway. Other CSS minifiers would install 70 packages. */
const { esbuildMinifyCss } = TerserPlugin;

/** Minifies styles and trims the final newline: a proxy that strips it from a page would change the style's hash. */
const minify: typeof esbuildMinifyCss = Object.assign(
  async (...parameters: Parameters<typeof esbuildMinifyCss>) => {
    const result = await esbuildMinifyCss(...parameters);
    return { ...result, code: result.code?.trimEnd() ?? '' };
  },
  esbuildMinifyCss,
);

export const styleMinimizer = new TerserPlugin({
  test: /\.css$/,
  parallel: false,
  minify,
});

/** The file of the chunk "libraries", which contains React. */
const libraries = /^libraries\..*\.js$/;

const createScriptMinimizer = (app: App, files: object, compress: object) =>
  new TerserPlugin({
    ...files,
    // Starting a process for each file takes longer than minifying it: the host takes 8.1 s with `parallel`, 7.2 s
    // without.
    parallel: false,
    // SWC needs a third of Terser's time. The host gets no larger by it, but a remote's entry grows by 0.4 KB.
    minify: isHost(app) ? TerserPlugin.swcMinify : TerserPlugin.terserMinify,
    // Writes the licence texts to files next to the scripts.
    extractComments: { condition: 'some', filename: '[file].LICENSE.txt', banner: false },
    terserOptions: { compress },
  });

/** Copies the files for the root of the site, such as favicon.ico. Compose serves them without the hash. */
const createRootFilesPlugin = () =>
  new CopyPlugin({
    patterns: [{ from: 'public', to: 'root/[path][name].[contenthash:12][ext]' }],
  });

const hostEntries = {
  main: './src/main',
  bootstrap: './src/bootstrap',
  'bootstrap-styles': '@composed/host/rendered-styles',
  overlay: '@composed/host/review-overlay',
  // Loaded only by pages with a remote of ES modules.
  'es-modules': '@composed/host/es-modules',
  // Both are used when the settings of the site name an address for telemetry.
  'bootstrap-with-telemetry': ['./src/bootstrap', '@composed/host/load-when-quiet'],
  telemetry: '@composed/host/telemetry',
};

/** Returns how the scripts and styles of a release are minified and split into files. */
function createOptimization(app: App): NonNullable<Configuration['optimization']> {
  return {
    // The shortest names for exports between modules. Saves 0.4 KB of the host's main script.
    mangleExports: 'size',
    minimizer: [
      createScriptMinimizer(app, { exclude: libraries }, { passes: isHost(app) ? 4 : 2 }),
      // React is 0.4 KB smaller without inlined functions.
      createScriptMinimizer(app, { test: libraries }, { passes: 2, keep_fnames: true }),
      styleMinimizer,
    ],
    splitChunks: {
      cacheGroups: {
        default: false,
        defaultVendors: false,
        // One style sheet per app. Compose inlines it, so no chunk waits for a sheet of its own.
        styles: { name: 'styles', type: 'css/mini-extract', chunks: 'all', enforce: true },
        // Puts modules that several exposed modules import into a chunk of their own. `minSize` is in bytes: small ones
        // are not worth a request, and packages that the host shares have size 0 and would form an empty chunk.
        ...(isHost(app)
          ? {}
          : {
              common: {
                type: /^javascript\//,
                chunks: 'async',
                minChunks: 2,
                minSize: 1e4,
              },
            }),
        // React has a file of its own, which stays cached when the host changes. The other libraries compress better
        // together with the host's code: apart from it they would be 0.5 KB larger.
        libraries: {
          name: 'libraries',
          test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
          // Only the main script is split: compose inlines the bootstrap as one script.
          chunks: ({ name }: { readonly name?: string | null | undefined }) => name === 'main',
          enforce: true,
        },
      },
    },
  };
}

export function createBrowserConfig(bundler: Bundler, app: App, folder: string): Configuration {
  const base = createBaseConfig(bundler, app, 'browser');
  return {
    ...base,
    target: ['web', 'es2022'],
    entry: isHost(app) ? hostEntries : {},
    output: {
      path: path.join(folder, 'browser'),
      clean: true,
      ...base.output,
      filename: '[name].[contenthash:12].js',
      crossOriginLoading: 'anonymous',
      trustedTypes: { policyName: app.name },
      chunkLoadTimeout: scriptTimeout,
      // Removes a module that threw during its first evaluation from the cache, so that the next attempt evaluates it
      // again. webpack recommends `strictModuleErrorHandling` instead, which does the opposite: it keeps the error for
      // ever.
      // oxlint-disable-next-line typescript/no-deprecated
      strictModuleExceptionHandling: true,
    },
    plugins: [
      ...base.plugins,
      ...(isHost(app)
        ? [createRootFilesPlugin()]
        : createContainerPlugins(bundler, app, 'browser')),
      bundler.styles({ filename: '[name].[contenthash:12].css' }),
      new RetryChunksPlugin(),
      // This comment makes V8 compile the whole file on another thread while it loads. Otherwise V8 compiles each
      // function on the main thread when it is first called. Inline scripts do not need it: the parser compiles them.
      new bundler.plugins.BannerPlugin({
        banner: '//# allFunctionsCalledOnLoad',
        raw: true,
        test: /^(?!bootstrap).*\.js$/,
        stage: bundler.plugins.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
      }),
      ...createSourceMapPlugins(bundler, '../maps/[file].map'),
      bundler.integrity({ hashFuncNames: ['sha256'] }),
      new bundler.plugins.DefinePlugin({
        // Documented switches of the federation runtime. It needs no snapshot plugin, since the page pins the remotes.
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
        FEDERATION_OPTIMIZE_NO_SHARED: 'false',
        FEDERATION_DEBUG: '""',
        ENV_TARGET: JSON.stringify('web'),
      }),
    ],
    optimization: createOptimization(app),
  };
}

/** A `data:` module that re-exports every exposed module of a remote under its expose key without './'. */
function exposedModules({ exposes }: App): string {
  const lines = Object.entries(exposes).map(([expose, module]) => {
    const file = `./${path.posix.normalize(moduleSourceFile(expose, module))}`;
    return `export * as ${JSON.stringify(expose.slice('./'.length))} from ${JSON.stringify(file)};`;
  });
  return `data:text/javascript,${encodeURIComponent(lines.join('\n'))}`;
}

/** The export conditions for packages that a remote renders with. */
const conditions = ['edge-light', 'worker', 'module', 'production', 'browser'];

/** How a remote's guest bundle resolves packages: it runs without Node, so it takes their variants for browsers. */
const remoteResolve = {
  // The replacements of Node's modules in the `browser` maps.
  aliasFields: ['browser'],
  // styled-components imports `stream` in its build for servers.
  fallback: { stream: false as const },
  mainFields: ['browser', 'module', 'main'],
  byDependency: {
    esm: { conditionNames: ['import', ...conditions] },
    commonjs: { conditionNames: ['require', ...conditions] },
  },
};

/**
 * Returns the configuration of the CommonJS bundle that compose renders with. The host has two, its composer and the
 * renderer of remotes, which both contain the shared packages. The bundle of a remote does not.
 */
export function createSandboxConfig(bundler: Bundler, app: App, folder: string): Configuration {
  const base = createBaseConfig(bundler, app, 'sandbox');
  return {
    ...base,
    target: 'node20',
    ...(!isHost(app) && {
      externalsPresets: { node: false },
      resolve: { ...base.resolve, ...remoteResolve },
    }),
    entry: isHost(app)
      ? { server: './src/composer', renderer: './src/renderer' }
      : { server: exposedModules(app) },
    output: {
      path: folder,
      ...base.output,
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
    },
    externalsType: 'commonjs',
    // A library may require a module of Node at run time and cope when that fails, so `node:` requests are not bundled.
    ...(isHost(app) ? {} : { externals: [...Object.keys(readRequiredRanges(app)), /^node:/] }),
    plugins: [
      ...base.plugins,
      new bundler.plugins.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
      // The build of styled-components for browsers throws without a document.
      new bundler.plugins.NormalModuleReplacementPlugin(
        /styled-components\.browser\./,
        (resolved) => {
          const createData = (resolved as { createData?: { resource?: string } }).createData;
          if (createData?.resource)
            createData.resource = createData.resource.replace('.browser.', '.');
        },
      ),
      ...createSourceMapPlugins(bundler, 'maps/[file].map'),
    ],
    optimization: {
      // Sending and compiling the host's bundle is half of the time to compose. Without minification it is 1.1 MB.
      minimizer: [
        new TerserPlugin({
          parallel: false,
          minify: TerserPlugin.swcMinify,
          extractComments: false,
        }),
      ],
      splitChunks: false,
    },
  };
}
