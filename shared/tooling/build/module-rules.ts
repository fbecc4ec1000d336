import path from 'node:path';
import refreshTypeScript from 'react-refresh-typescript';
import type { PathData, RuleSetRule } from 'webpack';
import type { App } from './apps';
import type { Bundler } from './bundler';
import { repositoryRoot } from './shared-packages';

/** Where a build runs: in browsers, in compose, or in a browser with hot reload. */
export type Target = 'browser' | 'server' | 'dev';

/** `remote-pricing/src/img/pricing/pro.svg` → `img/pricing/pro.<hash>.svg`. */
function assetFileName({ filename = '' }: PathData): string {
  const folder = path.posix.dirname(filename.split(path.sep).join('/'));
  const inside = folder.replace(/^[^/]+\/(?:src\/)?(?:styles\/)?/, '');
  return `${inside}/[name].[contenthash:12][ext]`;
}

/**
 * Class names carry the app's prefix: two apps on one page cannot meet, and markup tells whose it is.
 * The server build gives the same names, since the hash is of the path from the root.
 */
function styleLoaders(bundler: Bundler, app: App, target: Target) {
  const modules = {
    auto: true,
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

/** How sources become modules; the same for every app. Types are checked by tsc, not here. */
export function moduleRules(bundler: Bundler, app: App, target: Target): RuleSetRule[] {
  return [
    {
      test: /\.tsx?$/,
      exclude: /node_modules/,
      loader: 'ts-loader',
      options: {
        transpileOnly: true,
        configFile: path.join(repositoryRoot, 'tsconfig.json'),
        compilerOptions: {
          noEmit: false,
          sourceMap: true,
          jsx: target === 'dev' ? 'react-jsxdev' : 'react-jsx',
        },
        errorFormatter: ({ code, content }: { readonly code: number; readonly content: string }) =>
          `TS${code}: ${content}`,
        getCustomTransformers: () => ({ before: target === 'dev' ? [refreshTypeScript()] : [] }),
      },
    },
    { test: /\.css$/, use: styleLoaders(bundler, app, target) },
    {
      test: /\.(?:svg|png|woff2)$/,
      type: 'asset/resource',
      generator: { filename: assetFileName, emit: target !== 'server' },
    },
  ];
}
