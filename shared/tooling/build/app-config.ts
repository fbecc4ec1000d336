import path from 'node:path';
import type { Configuration } from 'webpack';
import { readApp } from './apps';
import type { Bundler } from './bundler';
import { developmentConfig } from './development';
import { browserConfig, serverConfig } from './production';
import { repositoryRoot } from './shared-packages';

/**
 * The configurations of one app: a build makes its release (browser files and the server bundle), `serve` its
 * dev server.
 * @param home of the app: its folder, whose package.json describes it
 * @throws Error when it describes no app
 */
export function appConfig(bundler: Bundler, home: string) {
  const [app] = readApp(repositoryRoot, path.relative(repositoryRoot, home) || '.');
  if (!app) throw new Error(`${home}/package.json says nothing under "microFrontend".`);
  return async (
    env: Readonly<Record<string, unknown>>,
  ): Promise<Configuration | Configuration[]> => {
    if (env['WEBPACK_SERVE']) return developmentConfig(bundler, app);
    const { folder = path.join(repositoryRoot, 'dist', app.name, 'current') } = env;
    return [
      browserConfig(bundler, app, String(folder)),
      serverConfig(bundler, app, String(folder)),
    ];
  };
}
