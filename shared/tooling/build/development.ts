import { randomUUID } from 'node:crypto';
import path from 'node:path';
import ReactRefreshWebpackPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import type { Configuration as DevServerConfiguration, RequestHandler } from 'webpack-dev-server';
import { hostApp, remoteApps, remoteGlobal, type App } from './apps';
import { baseConfig, providedDefinition } from './base';
import { DevPagePlugin } from './dev-page';
import { moduleRules } from './module-rules';
import { repositoryRoot, requiredRanges } from './shared-packages';

/** Address of an app's own dev server. */
export function devOrigin(app: App): string {
  return `http://localhost:${app.port}`;
}

/** Every remote's dev server, by app name. */
export function devOrigins(): Record<string, string> {
  return Object.fromEntries(remoteApps.map((app) => [app.name, devOrigin(app)]));
}

/** Gives the page the cookie that the create call proves itself with, as the site's server does. */
const setXsrfCookie: RequestHandler = (request, response, next) => {
  if (!request.headers.cookie?.includes('XSRF-TOKEN=')) {
    response.setHeader('Set-Cookie', `XSRF-TOKEN=${randomUUID()}; Path=/; SameSite=Lax`);
  }
  next();
};

/** Where the paths of the embedded services are forwarded to in development. */
const servicePaths = [
  '/subscription',
  '/manager',
  '/redirect',
  '/oauth2',
  '/login',
  '/identity',
  '/store',
];

/**
 * The same container as in production, with fallbacks: inside the host's page the host's copies win,
 * on the standalone page the remote's own are used.
 */
function containerPlugin(app: App) {
  const shared = requiredRanges(app);
  const withDevRuntime = { ...shared, 'react/jsx-dev-runtime': shared['react'] ?? '*' };
  return new webpack.container.ModuleFederationPlugin({
    name: remoteGlobal(app.name),
    filename: 'entry.js',
    library: { type: 'window', name: remoteGlobal(app.name) },
    exposes: { ...app.exposes },
    shared: Object.fromEntries(
      Object.entries(withDevRuntime).map(([request, requiredVersion]) => [
        request,
        { singleton: true, requiredVersion },
      ]),
    ),
  });
}

function devServer(app: App, servicesUrl: string | undefined): DevServerConfiguration {
  return {
    port: app.port,
    host: 'localhost',
    hot: true,
    liveReload: false,
    static: app === hostApp ? { directory: path.join(repositoryRoot, 'host/public') } : false,
    headers: { 'Access-Control-Allow-Origin': '*' },
    client: { overlay: { runtimeErrors: false } },
    historyApiFallback: true,
    setupMiddlewares: (middlewares) => [
      { name: 'xsrf-cookie', middleware: setXsrfCookie },
      ...middlewares,
    ],
    devMiddleware: { publicPath: '/' },
    ...(servicesUrl
      ? { proxy: [{ context: servicePaths, target: servicesUrl, xfwd: true, logLevel: 'warn' }] }
      : {}),
  };
}

/** An app's stories take the place of its page in `npm run stories`; the host's page has its overlay. */
function devEntry(isHost: boolean): string | string[] {
  if (process.env['STORIES']) return './src/stories';
  return isHost ? ['./src/main', './src/overlay/overlay'] : './src/standalone';
}

/**
 * A dev server with hot reload. A remote's serves its container for the host's page and, at its own
 * address, its standalone page.
 * @param publicPath where the files are served; default: the app's own dev server
 */
export function developmentConfig(
  app: App,
  publicPath?: string,
): Configuration & { devServer: DevServerConfiguration } {
  const isHost = app === hostApp;
  return {
    ...baseConfig(app, 'dev', 'development'),
    target: 'web',
    entry: { main: devEntry(isHost) },
    output: {
      path: path.join(repositoryRoot, 'dist', `${app.name}-dev`),
      // Absolute, so that chunks and hot updates come from here also inside the host's page.
      publicPath: publicPath ?? `${devOrigin(app)}/`,
      uniqueName: app.name,
      filename: '[name].js',
    },
    module: { rules: moduleRules(app, 'dev') },
    plugins: [
      ...(isHost ? [] : [containerPlugin(app)]),
      // The dev server brings it by itself. Files that somebody else serves need it too: hot reload in the
      // remotes works through this React, and both kinds of build share one cache.
      ...(publicPath === undefined ? [] : [new webpack.HotModuleReplacementPlugin()]),
      new ReactRefreshWebpackPlugin({ overlay: false, library: app.name }),
      new webpack.DefinePlugin(isHost ? providedDefinition() : {}),
      new DevPagePlugin(app, devOrigins()),
    ],
    optimization: { runtimeChunk: isHost ? 'single' : false },
    devServer: devServer(app, process.env['SERVICES_URL']),
  };
}
