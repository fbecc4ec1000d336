import path from 'node:path';
import CopyPlugin from 'copy-webpack-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration } from 'webpack';
import { isHost, sourceOf, type App } from '@composed/apps';
import { scriptTimeout } from '@composed/contracts/remote-names';
import { baseConfig, containerPlugins, sourceMapPlugins } from './base-config';
import type { Bundler } from './bundler';
import { RetryChunksPlugin } from './workarounds/retry-chunks';
import { requiredRanges } from '@composed/apps/shared-packages';

/** esbuild is installed anyway, for tsx; other minifiers of styles are 70 packages. */
const { esbuildMinifyCss } = TerserPlugin;

/** Minified styles have no line's end: a proxy that takes it out of a page would change the style's hash. */
const minify: typeof esbuildMinifyCss = Object.assign(
  async (...parameters: Parameters<typeof esbuildMinifyCss>) => {
    const result = await esbuildMinifyCss(...parameters);
    return { ...result, code: result.code?.trimEnd() ?? '' };
  },
  esbuildMinifyCss,
);

export const minifyStyles = new TerserPlugin({
  test: /\.css$/,
  parallel: false,
  minify,
});

/** The script of React. */
const libraries = /^libraries\..*\.js$/;

const minifyScripts = (app: App, files: object, compress: object) =>
  new TerserPlugin({
    ...files,
    // A process for each file takes longer to start than the file: 8.1 s for the host, and 7.2 without.
    parallel: false,
    // SWC gives the host's bytes in a third of the time, and makes a remote's entry 0.4 KB larger.
    minify: isHost(app) ? TerserPlugin.swcMinify : TerserPlugin.terserMinify,
    // The licences' texts go beside the scripts, into the release.
    extractComments: { condition: 'some', filename: '[file].LICENSE.txt', banner: false },
    terserOptions: { compress },
  });

/** Files that are looked for at the root of the site; compose gives each its own name back. */
const rootFiles = () =>
  new CopyPlugin({
    patterns: [{ from: 'public', to: 'root/[path][name].[contenthash:12][ext]' }],
  });

/** The scripts of the host. */
const hostEntries = {
  main: './src/main',
  bootstrap: './src/bootstrap',
  'bootstrap-styles': '@composed/host/rendered-styles',
  overlay: '@composed/host/review-overlay',
  // Only pages with a remote of ES modules load this script.
  'es-modules': '@composed/host/es-modules',
  // Pages have both if the settings of the site name an address for telemetry.
  'bootstrap-with-telemetry': ['./src/bootstrap', '@composed/host/load-when-quiet'],
  telemetry: '@composed/host/telemetry',
};

/** How the scripts and styles of a release are minified, and cut into files. */
function optimizationOf(app: App): NonNullable<Configuration['optimization']> {
  return {
    // The shortest names for what one module exports to another: 0.4 KB of the host's main script.
    mangleExports: 'size',
    minimizer: [
      minifyScripts(app, { exclude: libraries }, { passes: isHost(app) ? 4 : 2 }),
      // React is 0.4 KB smaller without inlined functions.
      minifyScripts(app, { test: libraries }, { passes: 2, keep_fnames: true }),
      minifyStyles,
    ],
    splitChunks: {
      cacheGroups: {
        default: false,
        defaultVendors: false,
        // One style sheet per app: compose inlines it whole, so no chunk ever waits for its own.
        styles: { name: 'styles', type: 'css/mini-extract', chunks: 'all', enforce: true },
        // Modules that several modules of a remote import come once. `minSize`, in bytes: a small one is not worth a request,
        // and modules that the host shares, of size 0, would make an empty chunk.
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
        // Changes with an upgrade of React, not with an edit of the host. The other libraries share their words
        // with the host's own code: apart from it they are 0.5 KB larger.
        libraries: {
          name: 'libraries',
          test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
          // The inline bootstrap stands in the page by itself; only the host's main script is split.
          chunks: ({ name }: { readonly name?: string | null | undefined }) => name === 'main',
          enforce: true,
        },
      },
    },
  };
}

/** The files a browser loads. */
export function browserConfig(bundler: Bundler, app: App, folder: string): Configuration {
  const base = baseConfig(bundler, app, 'browser');
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
      // A module that threw when it first ran is run again by the next attempt, not handed out half made. The option
      // is deprecated for `strictModuleErrorHandling`, which does the opposite: it keeps the error for ever.
      // oxlint-disable-next-line typescript/no-deprecated
      strictModuleExceptionHandling: true,
    },
    plugins: [
      ...base.plugins,
      ...(isHost(app) ? [rootFiles()] : containerPlugins(bundler, app, 'browser')),
      bundler.styles({ filename: '[name].[contenthash:12].css' }),
      new RetryChunksPlugin(),
      // V8 then compiles the whole file beside the page, as it comes. Without it V8 stops the page for every function
      // that is called first. Inline scripts are compiled as they are read.
      new bundler.own.BannerPlugin({
        banner: '//# allFunctionsCalledOnLoad',
        raw: true,
        test: /^(?!bootstrap).*\.js$/,
        stage: bundler.own.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
      }),
      ...sourceMapPlugins(bundler, '../maps/[file].map'),
      bundler.integrity({ hashFuncNames: ['sha256'] }),
      new bundler.own.DefinePlugin({
        // Switches that the federation runtime documents. It needs no snapshot: the pins say where remotes are.
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
        FEDERATION_OPTIMIZE_NO_SHARED: 'false',
        FEDERATION_DEBUG: '""',
        ENV_TARGET: JSON.stringify('web'),
      }),
    ],
    optimization: optimizationOf(app),
  };
}

/** The modules of a remote that compose renders: every exposed module, under its key without './'. */
function exposedModules({ exposes }: App): string {
  const lines = Object.entries(exposes).map(([expose, module]) => {
    const file = `./${path.posix.normalize(sourceOf(expose, module))}`;
    return `export * as ${JSON.stringify(expose.slice('./'.length))} from ${JSON.stringify(file)};`;
  });
  return `data:text/javascript,${encodeURIComponent(lines.join('\n'))}`;
}

/** Variants of a package for rendering; its `exports` say which comes first. */
const conditions = ['edge-light', 'worker', 'module', 'production', 'browser'];

/**
 * The bundle that compose renders with: one CommonJS file. The host’s holds the shared packages, and so does its second one,
 * which renders the remotes. A remote’s leaves them out.
 */
export function serverConfig(bundler: Bundler, app: App, folder: string): Configuration {
  const base = baseConfig(bundler, app, 'server');
  return {
    ...base,
    target: 'node20',
    // A remote is rendered without Node, so it gets its libraries' variants for browsers, with the replacements of
    // Node's modules in their `browser` maps.
    ...(!isHost(app) && {
      externalsPresets: { node: false },
      resolve: {
        ...base.resolve,
        aliasFields: ['browser'],
        // styled-components imports `stream` for servers.
        fallback: { stream: false },
        mainFields: ['browser', 'module', 'main'],
        byDependency: {
          esm: { conditionNames: ['import', ...conditions] },
          commonjs: { conditionNames: ['require', ...conditions] },
        },
      },
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
    // A library may ask for a module of Node's as it runs, and go on without.
    ...(isHost(app) ? {} : { externals: [...Object.keys(requiredRanges(app)), /^node:/] }),
    plugins: [
      ...base.plugins,
      new bundler.own.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
      // The build of styled-components for browsers throws without a document.
      new bundler.own.NormalModuleReplacementPlugin(/styled-components\.browser\./, (resolved) => {
        const createData = (resolved as { createData?: { resource?: string } }).createData;
        if (createData?.resource)
          createData.resource = createData.resource.replace('.browser.', '.');
      }),
      ...sourceMapPlugins(bundler, 'maps/[file].map'),
    ],
    optimization: {
      // Half of what composing takes is to send and compile the host's bundle: 1.1 MB when it is not minified.
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
