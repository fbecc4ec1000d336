import path from 'node:path';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import refreshTypeScript from 'react-refresh-typescript';
import type { PathData, RuleSetRule } from 'webpack';
import type { App } from './apps';
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
function styleLoaders(app: App, target: Target) {
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
  return [target === 'dev' ? 'style-loader' : MiniCssExtractPlugin.loader, cssLoader];
}

/** How sources become modules; the same for every app. Types are checked by tsc, not here. */
export function moduleRules(app: App, target: Target): RuleSetRule[] {
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
        getCustomTransformers: () => ({ before: target === 'dev' ? [refreshTypeScript()] : [] }),
      },
    },
    { test: /\.css$/, use: styleLoaders(app, target) },
    {
      test: /\.(?:svg|png|woff2)$/,
      type: 'asset/resource',
      generator: { filename: assetFileName, emit: target !== 'server' },
    },
  ];
}
