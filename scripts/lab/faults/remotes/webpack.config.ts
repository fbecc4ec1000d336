import path from 'node:path';
import { findRemotes } from '@composed/apps';
import { remoteGlobal } from '@composed/contracts/remote-names';
import { createBrowserConfig, styleMinimizer } from '@composed/build/bundler/production-config';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { webpackBundler } from '@composed/build/bundler/webpack';
import type { Configuration } from 'webpack';

/**
 * Builds every remote with all faults, from the real sources with the real configuration, in one compilation per
 * remote. Only the container differs. The page selects the fault.
 */
export default function configure(env: Readonly<Record<string, unknown>>): Configuration[] {
  return findRemotes().map((app) => {
    const config = createBrowserConfig(
      webpackBundler,
      app,
      path.join(String(env['folder']), app.name),
    );
    const [module] = Object.values(app.exposes);
    return {
      ...config,
      cache: false,
      // Minifies only styles, so that their hashed names are those of the release.
      optimization: { ...config.optimization, minimizer: [styleMinimizer] },
      entry: {
        'faulty-entry': {
          import: path.join(import.meta.dirname, 'faulty-container.ts'),
          library: { type: 'window', name: remoteGlobal(app.name) },
        },
      },
      output: { ...config.output, filename: '[name].js' },
      resolve: {
        ...config.resolve,
        alias: { 'the-remote$': path.join(getRepositoryRoot(), app.folder, module?.import ?? '') },
      },
    };
  });
}
