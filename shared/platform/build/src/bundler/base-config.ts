import { createRequire } from 'node:module';
import path from 'node:path';
import refreshTypeScript from 'react-refresh-typescript';
import type { Configuration, PathData, RuleSetRule, WebpackPluginInstance } from 'webpack';
import { remoteGlobal } from '@composed/contracts/remote-names';
import { type App, isHost, moduleSourceFile } from '@composed/apps';
import { assetFile } from './asset-files.mjs';
import type { Bundler } from './bundler';
import { droppedImportsPlugin } from './dropped-imports';
import { refuseEmptyFile } from './workarounds/empty-files';
import { createRouterAlias, unusedComponentsRule } from './workarounds/react-router';
import { readSharedVersions, readRequiredRanges } from '@composed/apps/package-versions';
import { getRepositoryRoot, getSiteDescription } from '@composed/apps/this-repository';

const require = createRequire(import.meta.url);

/** The webpack statistics that a release manifest is made from. */
const manifestStats = {
  all: false,
  errors: true,
  chunkGroups: true,
  modules: true,
  nestedModules: true,
  // Includes the modules that come from the cache.
  cachedModules: true,
  ids: true,
};

/** The name of a source in maps: `remote-reviews/src/useStars.ts`, so that builds are equal on every machine. */
const sourceName = ({ absoluteResourcePath }: { readonly absoluteResourcePath: string }) =>
  absoluteResourcePath.startsWith('data:')
    ? 'exposes'
    : path.relative(getRepositoryRoot(), absoluteResourcePath).split(path.sep).join('/');

/**
 * Writes source maps, with the sources in them, outside the folder that is served. Scripts do not name their maps: a
 * script and its map carry the same debug id (https://tc39.es/ecma426). Inline scripts have no maps, since stack
 * traces name no file for them.
 * @param filename of a map, relative to the output folder
 */
export const createSourceMapPlugins = (bundler: Bundler, filename: string) =>
  [
    { test: /\.c?js$/, exclude: /^bootstrap/, debugIds: true },
    // The publish step that checks styles uses these maps to name the line of a rule.
    { test: /\.css$/ },
  ].map(
    (files) =>
      new bundler.plugins.SourceMapDevToolPlugin({
        ...files,
        filename,
        append: false,
        moduleFilenameTemplate: sourceName,
        fallbackModuleFilenameTemplate: sourceName,
      }),
  );

/** Where the built code runs: in browsers, in the sandbox of compose, or in a browser with hot reload. */
export type BuildTarget = 'browser' | 'sandbox' | 'dev';

/**
 * Names the file of an asset: `remote-reviews/src/img/stars/five.svg` becomes `img/stars/five.<hash>.svg`, and a file
 * of the package inter becomes `inter/files/five.<hash>.svg`.
 */
function assetFileName({ filename = '' }: PathData): string {
  const folder = path.posix.dirname(filename.split(path.sep).join('/'));
  const folderInApp = folder
    .replace(/^(?:.*\/)?node_modules\/(?:@[^/]*\/)?/, 'node_modules/')
    .replace(/^[^/]+\/(?:src\/)?(?:styles\/)?/, '');
  return `${folderInApp}/[name].[contenthash:12][ext]`;
}

/**
 * Returns the CSS loaders. Class names begin with the app's name, so the classes of two apps on one page never collide.
 * Browser and server builds give a class the same name, since the hash is of the path from the workspace root.
 */
export function listStyleLoaders(bundler: Bundler, app: App, target: BuildTarget) {
  const modules = {
    auto: true,
    // Only the host may style elements without a class. The release tool checks the styles of remotes as well.
    mode: isHost(app) ? 'local' : 'pure',
    namedExport: false,
    exportLocalsConvention: 'as-is',
    exportOnlyLocals: target === 'sandbox',
    localIdentContext: getRepositoryRoot(),
    localIdentName: target === 'dev' ? `${app.name}-[name]-[local]` : `${app.name}-[hash:base64:4]`,
  };
  const cssLoader = { loader: 'css-loader', options: { modules } };
  if (target === 'sandbox') return [cssLoader];
  return [target === 'dev' ? 'style-loader' : bundler.styleLoader, cssLoader];
}

const styleElements = path.join(import.meta.dirname, 'workarounds/style-elements.cjs');

/** Returns the rules for source files. They do not check types: tsc does. */
function listModuleRules(bundler: Bundler, app: App, target: BuildTarget): RuleSetRule[] {
  return [
    { resourceQuery: /^\?raw$/, type: 'asset/source' },
    { resourceQuery: /^\?url$/, type: 'asset/resource' },
    {
      test: /\.[jt]sx?$/,
      exclude: /node_modules/,
      loader: 'ts-loader',
      options: {
        transpileOnly: true,
        // Lets ts-loader compile what another loader has made of a file without a script's extension, such as .mdx.
        appendTsSuffixTo: [/(?<!\.[jt]sx?)$/],
        configFile: path.join(getRepositoryRoot(), 'tsconfig.json'),
        compilerOptions: {
          noEmit: false,
          sourceMap: true,
          jsx: target === 'dev' ? 'react-jsxdev' : 'react-jsx',
        },
        errorFormatter: ({ code, content }: { readonly code: number; readonly content: string }) =>
          `TS${code}: ${content}`,
        getCustomTransformers: () => ({
          before: target === 'dev' ? [refuseEmptyFile, refreshTypeScript()] : [],
        }),
      },
    },
    isHost(app)
      ? unusedComponentsRule
      : {
          test: /\.[cm]?js$/,
          include: /node_modules/,
          loader: styleElements,
          options: { isRendered: target === 'sandbox' },
        },
    { test: /\.css$/, use: listStyleLoaders(bundler, app, target) },
    { test: /\.txt$/, type: 'asset/source' },
    // The app's own loader turns an SVG with the query ?react into a component.
    { test: assetFile, resourceQuery: { not: [/^\?react$/] }, type: 'asset/resource' },
  ];
}

const asCode = (values: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));

/** Returns the plugins that define the globals which sources, or rewritten libraries, use without an import. */
function createGlobalsPlugins(bundler: Bundler, target: BuildTarget) {
  const { lang = 'en', dir, texts } = getSiteDescription();
  return [
    new bundler.plugins.DefinePlugin({
      __SHARED_VERSIONS__: JSON.stringify(readSharedVersions()),
      __COMPOSES__: JSON.stringify(target === 'sandbox'),
      __IS_DEV_SERVER__: JSON.stringify(target === 'dev'),
      // Text by text, so that a script contains only the texts that it uses.
      __SITE_LANGUAGE__: { ...asCode({ lang, dir }), texts: asCode(texts) },
    }),
    new bundler.plugins.ProvidePlugin({
      __createStyleElement: [
        path.join(import.meta.dirname, 'workarounds/style-elements.browser.js'),
        'createStyleElement',
      ],
      __StyleComponent: [
        path.join(import.meta.dirname, 'workarounds/style-component.browser.js'),
        'StyleComponent',
      ],
    }),
  ];
}

/** The file system cache of built modules, which a change of the configuration invalidates. */
function createCacheOptions(
  app: App,
  target: BuildTarget,
  mode: string,
): NonNullable<Configuration['cache']> {
  return {
    type: 'filesystem',
    cacheDirectory: path.join(getRepositoryRoot(), 'node_modules/.cache/webpack'),
    name: `${app.name}-${target}-${mode}`,
    // Milliseconds. Writing the cache blocks a dev server for seconds, and the first page's requests would time out.
    // webpack takes the smaller of the two delays, since it counts a first build as a large change.
    idleTimeoutForInitialStore: 60_000,
    idleTimeoutAfterLargeChanges: 60_000,
    buildDependencies: {
      config: [
        import.meta.dirname + path.sep,
        path.join(getRepositoryRoot(), app.folder, 'webpack.config.ts'),
      ],
    },
  };
}

/** Returns the configuration that all builds of all apps have in common. */
export function createBaseConfig(bundler: Bundler, app: App, target: BuildTarget) {
  const mode = target === 'dev' ? 'development' : 'production';
  return {
    name: `${app.name} ${target}`,
    mode,
    context: path.join(getRepositoryRoot(), app.folder),
    devtool: target === 'dev' ? 'eval-cheap-module-source-map' : false,
    resolve: {
      extensions: ['.tsx', '.ts', '.jsx', '.mjs', '.js'],
      // Resolves the `paths` of tsconfig.json as the type checker does.
      tsconfig: path.join(getRepositoryRoot(), 'tsconfig.json'),
      alias: isHost(app) && target !== 'dev' ? createRouterAlias() : {},
    },
    // pnpm does not install the loaders next to the app, so webpack also looks next to this package.
    resolveLoader: { modules: ['node_modules', ...(require.resolve.paths('ts-loader') ?? [])] },
    module: {
      rules: [
        { oneOf: listModuleRules(bundler, app, target) },
        // The generated `data:` entry of a remote imports its modules without extensions, as package.json names them.
        // The rule does not match by `scheme`, since vue-loader rejects that condition.
        { mimetype: 'text/javascript', resolve: { fullySpecified: false } },
      ],
      parser: {
        javascript: {
          // Makes `new URL('./photo.jpg', import.meta.url)` the same path in browsers and in compose, as an import of
          // the file gives. webpack's default for Node would import `node:url`, which the sandbox does not have.
          url: 'relative',
          // Compose starts no workers.
          ...(target === 'sandbox' ? { worker: false } : {}),
        },
      },
      generator: {
        'asset/resource': { filename: assetFileName, emit: target !== 'sandbox' },
      },
    },
    output: {
      uniqueName: app.name,
      // All versions of an app share one folder, so browsers keep files with an unchanged content hash cached.
      publicPath: `/assets/${app.name}/`,
    },
    plugins: [
      ...bundler.commonPlugins,
      droppedImportsPlugin,
      ...createGlobalsPlugins(bundler, target),
    ],
    cache: createCacheOptions(app, target, mode),
    // webpack assumes that a package in node_modules changes only with its version. These packages are workspaces that
    // people edit, so webpack must look at their files.
    snapshot: { unmanagedPaths: [/[\\/]node_modules[\\/]@(?:composed|[^\\/]+[\\/]shared)[\\/]/] },
    performance: { hints: false },
    infrastructureLogging: { level: 'warn' },
    // A dev server prints errors, and one line for each finished build.
    stats: target === 'dev' ? { preset: 'summary', errors: true } : manifestStats,
  } satisfies Configuration;
}

/**
 * Returns the federation plugins of a remote. A release contains no shared package: the host provides them, and compose
 * compares the ranges. A dev server brings copies for its standalone page; in the host's page the host's copies win.
 */
export function createContainerPlugins(
  bundler: Bundler,
  app: App,
  target: BuildTarget,
): readonly WebpackPluginInstance[] {
  const name = remoteGlobal(app.name);
  const ranges = readRequiredRanges(app);
  const { react } = ranges;
  const shared = target === 'dev' && react ? { ...ranges, 'react/jsx-dev-runtime': react } : ranges;
  return bundler.container({
    name,
    filename: target === 'dev' ? 'entry.js' : 'entry.[contenthash:12].js',
    library: { type: 'window', name },
    // `name` is the chunk name by which shared/platform/apps/src/create-manifest.ts finds the files of a module.
    exposes: Object.fromEntries(
      Object.entries(app.exposes).map(([expose, module]) => [
        expose,
        { import: moduleSourceFile(expose, module), name: path.posix.basename(expose) },
      ]),
    ),
    shared: Object.fromEntries(
      Object.entries(shared).map(([request, requiredVersion]) => [
        request,
        target === 'dev'
          ? { singleton: true, requiredVersion }
          : { singleton: true, import: false, requiredVersion: false },
      ]),
    ),
  });
}
