import type { Configuration } from 'webpack';
import { appNamed } from './apps';
import { developmentConfig } from './development';
import { browserConfig, serverConfig } from './production';

/**
 * The webpack configurations of one app: `webpack` makes its release (browser files and the server
 * bundle), `webpack serve` its dev server.
 * @param name an app of the table in ./apps
 */
export function createAppConfig(name: string) {
  const app = appNamed(name);
  return (env: Readonly<Record<string, unknown>>): Configuration | Configuration[] =>
    env['WEBPACK_SERVE'] ? developmentConfig(app) : [browserConfig(app), serverConfig(app)];
}
