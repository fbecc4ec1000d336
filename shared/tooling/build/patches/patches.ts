import path from 'node:path';
import webpack, { type RuleSetRule } from 'webpack';

/* What the host's browser build changes in third-party packages: README.md says why, file by file. */

const patch = (file: string): string => path.join(import.meta.dirname, file);

/** The files of packages that a loader changes. */
export const patchRules: readonly RuleSetRule[] = [
  {
    test: /node_modules[\\/]react-router[\\/].*\.mjs$/,
    loader: patch('react-router-loader.mjs'),
  },
  {
    test: /[\\/]@module-federation[\\/]runtime-core[\\/]dist[\\/]utils[\\/]load\.js$/,
    loader: patch('federation-entry-loader.mjs'),
  },
];

/** Replaces the files of packages that no page reaches. */
export const unusedPartsPlugin = new webpack.NormalModuleReplacementPlugin(
  /[\\/]@module-federation[\\/](?:sdk[\\/]dist[\\/]dom|runtime-core[\\/]dist[\\/]utils[\\/]preload)\.js$/,
  patch('federation-unused-parts.mjs'),
);
