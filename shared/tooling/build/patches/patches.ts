import path from 'node:path';
import type { RuleSetRule } from 'webpack';

const patch = (file: string): string => path.join(import.meta.dirname, file);

/** What the host's browser build changes in third-party packages: README.md says why, file by file. */
export const patchRules: readonly RuleSetRule[] = [
  {
    test: /node_modules[\\/]react-router[\\/].*\.mjs$/,
    loader: patch('react-router-loader.mjs'),
  },
  {
    test: /[\\/]@module-federation[\\/]runtime-core[\\/]dist[\\/].*\.js$/,
    loader: patch('federation-loader.mjs'),
  },
];
