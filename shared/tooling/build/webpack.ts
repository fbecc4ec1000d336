import path from 'node:path';
import type { Configuration } from 'webpack';
import { appNamed } from './apps';
import { developmentConfig } from './development';
import { browserConfig, serverConfig } from './production';
import { repositoryRoot } from './shared-packages';

/**
 * The webpack configurations of one app: `webpack` makes its release (browser files and the server
 * bundle), `webpack serve` its dev server.
 * @param name an app of the table in ./apps
 */
export function createAppConfig(name: string) {
  const app = appNamed(name);
  return (env: Readonly<Record<string, unknown>>): Configuration | Configuration[] => {
    if (env['WEBPACK_SERVE']) return developmentConfig(app);
    // React's development build, which hot reload needs, served as files by somebody else.
    if (typeof env['devPath'] === 'string') return developmentConfig(app, env['devPath']);
    const { folder = path.join(repositoryRoot, 'dist', app.name, 'current') } = env;
    return [browserConfig(app, String(folder)), serverConfig(app, String(folder))];
  };
}
