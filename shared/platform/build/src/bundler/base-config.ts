import { createRequire } from 'node:module';
import path from 'node:path';
import refreshTypeScript from 'react-refresh-typescript';
import type { Configuration, PathData, RuleSetRule, WebpackPluginInstance } from 'webpack';
import { remoteGlobal } from '@composed/contracts/remote-names';
import { type App, isHost, sourceOf } from '@composed/apps';
import { assetFile } from './asset-files.mjs';
import type { Bundler } from './bundler';
import { droppedImportsPlugin } from './dropped-imports';
import { refuseEmptyFile } from './workarounds/empty-files';
import { productionRouter, usedRouter } from './workarounds/react-router';
import { sharedVersions, requiredRanges } from '@composed/apps/shared-packages';
import { repositoryRoot, siteDescription } from '@composed/apps/this-repository';

const require = createRequire(import.meta.url);

/** Statistics that a release manifest is made of. */
const manifestStats = {
  all: false,
  errors: true,
  chunkGroups: true,
  modules: true,
  nestedModules: true,
  // Modules of a warm cache count as well.
  cachedModules: true,
  ids: true,
};

/** `remote-reviews/src/useStars.ts`: the same on every machine. */
const sourceName = ({ absoluteResourcePath }: { readonly absoluteResourcePath: string }) =>
  absoluteResourcePath.startsWith('data:')
    ? 'exposes'
    : path.relative(repositoryRoot, absoluteResourcePath).split(path.sep).join('/');

/**
 * Source maps with the sources in them, apart from what is served. No script names its map; both carry the same
 * debug id (https://tc39.es/ecma426). What stands in pages has none: it has no address.
 * @param filename of a map, relative to the output
 */
export const sourceMapPlugins = (bundler: Bundler, filename: string) =>
  [
    { test: /\.c?js$/, exclude: /^bootstrap/, debugIds: true },
    // With these maps a publish finds the line of a rule.
    { test: /\.css$/ },
  ].map(
    (files) =>
      new bundler.own.SourceMapDevToolPlugin({
        ...files,
        filename,
        append: false,
        moduleFilenameTemplate: sourceName,
        fallbackModuleFilenameTemplate: sourceName,
      }),
  );

/** Where a build runs: in browsers, in compose, or in a browser with hot reload. */
export type Target = 'browser' | 'server' | 'dev';

/** `remote-reviews/src/img/stars/five.svg` → `img/stars/five.<hash>.svg`; of a package: `inter/files/five.<hash>.svg`. */
function assetFileName({ filename = '' }: PathData): string {
  const folder = path.posix.dirname(filename.split(path.sep).join('/'));
  const inside = folder
    .replace(/^(?:.*\/)?node_modules\/(?:@[^/]*\/)?/, 'node_modules/')
    .replace(/^[^/]+\/(?:src\/)?(?:styles\/)?/, '');
  return `${inside}/[name].[contenthash:12][ext]`;
}

/**
 * Class names carry the app's prefix: two apps on one page cannot meet, and markup tells whose it is.
 * The server build gives the same names, since the hash is of the path from the root.
 */
export function styleLoaders(bundler: Bundler, app: App, target: Target) {
  const modules = {
    auto: true,
    // The page is the host's. A remote's styles are checked by the release tool as well.
    mode: isHost(app) ? 'local' : 'pure',
    namedExport: false,
    exportLocalsConvention: 'as-is',
    exportOnlyLocals: target === 'server',
    localIdentContext: repositoryRoot,
    localIdentName: target === 'dev' ? `${app.name}-[name]-[local]` : `${app.name}-[hash:base64:4]`,
  };
  const cssLoader = { loader: 'css-loader', options: { modules } };
  if (target === 'server') return [cssLoader];
  return [target === 'dev' ? 'style-loader' : bundler.styleLoader, cssLoader];
}

const styleElements = path.join(import.meta.dirname, 'workarounds/style-elements.cjs');

/** How sources become modules. Types are checked by tsc. */
function moduleRules(bundler: Bundler, app: App, target: Target): RuleSetRule[] {
  return [
    { resourceQuery: /^\?raw$/, type: 'asset/source' },
    { resourceQuery: /^\?url$/, type: 'asset/resource' },
    {
      test: /\.[jt]sx?$/,
      exclude: /node_modules/,
      loader: 'ts-loader',
      options: {
        transpileOnly: true,
        // Output of an earlier loader for a file of another kind.
        appendTsSuffixTo: [/(?<!\.[jt]sx?)$/],
        configFile: path.join(repositoryRoot, 'tsconfig.json'),
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
      ? usedRouter
      : {
          test: /\.[cm]?js$/,
          include: /node_modules/,
          loader: styleElements,
          options: { isRendered: target === 'server' },
        },
    { test: /\.css$/, use: styleLoaders(bundler, app, target) },
    { test: /\.txt$/, type: 'asset/source' },
    // An SVG with this query is a component, by a loader of the app's own.
    { test: assetFile, resourceQuery: { not: [/^\?react$/] }, type: 'asset/resource' },
  ];
}

const asCode = (values: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));

/** Names that the sources use without an import. */
function codePlugins(bundler: Bundler, target: Target) {
  const { lang = 'en', dir, texts } = siteDescription;
  return [
    // For the host's own code: the versions that it provides, and whether it runs in a browser.
    new bundler.own.DefinePlugin({
      __PROVIDED_VERSIONS__: JSON.stringify(sharedVersions()),
      __COMPOSES__: JSON.stringify(target === 'server'),
      __DEVELOPS__: JSON.stringify(target === 'dev'),
      // One by one, so that a script contains only the texts that it uses.
      __SITE_LANGUAGE__: { ...asCode({ lang, dir }), texts: asCode(texts) },
    }),
    new bundler.own.ProvidePlugin({
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

/** Where finished modules are kept, until a configuration changes. */
function cacheOf(app: App, target: Target, mode: string): NonNullable<Configuration['cache']> {
  return {
    type: 'filesystem',
    cacheDirectory: path.join(repositoryRoot, 'node_modules/.cache/webpack'),
    name: `${app.name}-${target}-${mode}`,
    // Milliseconds. Writing it holds a dev server up for seconds, in which the first page's calls would be given up.
    // The sooner of the two counts, and to webpack a first build is a large change.
    idleTimeoutForInitialStore: 60_000,
    idleTimeoutAfterLargeChanges: 60_000,
    buildDependencies: {
      config: [
        import.meta.dirname + path.sep,
        path.join(repositoryRoot, app.folder, 'webpack.config.ts'),
      ],
    },
  };
}

/** The configuration that all builds of all apps have in common. */
export function baseConfig(bundler: Bundler, app: App, target: Target) {
  const mode = target === 'dev' ? 'development' : 'production';
  return {
    name: `${app.name} ${target}`,
    mode,
    context: path.join(repositoryRoot, app.folder),
    devtool: target === 'dev' ? 'eval-cheap-module-source-map' : false,
    resolve: {
      extensions: ['.tsx', '.ts', '.jsx', '.mjs', '.js'],
      // The `paths` of tsconfig.json lead to the same files as in the type checker.
      tsconfig: path.join(repositoryRoot, 'tsconfig.json'),
      alias: isHost(app) && target !== 'dev' ? productionRouter : {},
    },
    // pnpm keeps packages apart, so loaders are looked for beside this package, too.
    resolveLoader: { modules: ['node_modules', ...(require.resolve.paths('ts-loader') ?? [])] },
    module: {
      rules: [
        { oneOf: moduleRules(bundler, app, target) },
        // The list of what a remote exposes names its modules as package.json does. It is a `data:` address, and not matched
        // by its `scheme`, which vue-loader does not know.
        { mimetype: 'text/javascript', resolve: { fullySpecified: false } },
      ],
      parser: {
        javascript: {
          // `new URL('./photo.jpg', import.meta.url)` is the path that an import of it gives, here and where it is
          // rendered: Node's own form of it would ask for `node:url`.
          url: 'relative',
          // Rendering starts no worker.
          ...(target === 'server' ? { worker: false } : {}),
        },
      },
      generator: {
        'asset/resource': { filename: assetFileName, emit: target !== 'server' },
      },
    },
    output: {
      uniqueName: app.name,
      // Content-named files of all versions of an app live in one folder, so unchanged ones stay cached.
      publicPath: `/assets/${app.name}/`,
    },
    plugins: [...bundler.always, droppedImportsPlugin, ...codePlugins(bundler, target)],
    cache: cacheOf(app, target, mode),
    // webpack takes a package in node_modules for unchanged while its version stays; it looks at the platform's.
    snapshot: { unmanagedPaths: [/[\\/]node_modules[\\/]@(?:composed|[^\\/]+[\\/]shared)[\\/]/] },
    performance: { hints: false },
    infrastructureLogging: { level: 'warn' },
    // A dev server prints the compiler's errors, and that a build is done.
    stats: target === 'dev' ? { preset: 'summary', errors: true } : manifestStats,
  } satisfies Configuration;
}

/**
 * The container of a remote. A release leaves every shared package to the host; compose compares the ranges. A dev
 * server has copies of its own for the standalone page, and in the host’s page the host’s win.
 */
export function containerPlugins(
  bundler: Bundler,
  app: App,
  target: Target,
): readonly WebpackPluginInstance[] {
  const name = remoteGlobal(app.name);
  const ranges = requiredRanges(app);
  const { react } = ranges;
  const shared = target === 'dev' && react ? { ...ranges, 'react/jsx-dev-runtime': react } : ranges;
  return bundler.container({
    name,
    filename: target === 'dev' ? 'entry.js' : 'entry.[contenthash:12].js',
    library: { type: 'window', name },
    // The name by which the manifest finds its files.
    exposes: Object.fromEntries(
      Object.entries(app.exposes).map(([expose, module]) => [
        expose,
        { import: sourceOf(expose, module), name: path.posix.basename(expose) },
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
