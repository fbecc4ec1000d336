import { callsPrefix } from '@composed/contracts/composer';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from 'webpack';
import type { Configuration as DevServerConfiguration, RequestHandler } from 'webpack-dev-server';
import { findApps, isHost, type App } from '@composed/apps';
import { createBaseConfig, createContainerPlugins } from './base-config';
import type { Bundler } from './bundler';
import {
  allowLocalOrigins,
  devHost,
  devOrigin,
  isLocalOrigin,
  redirectToHostname,
  setXsrfCookie,
  socketUrl,
} from './dev-origin';
import { createDevPagePlugin, listDevPageEntries } from './dev-page';
import { createTypeErrorsPlugin } from './workarounds/type-errors';
import { getRepositoryRoot, getSiteDescription } from '@composed/apps/this-repository';

/** The most characters of a reported fault. */
const maxFaultLength = 1000;

/** Passes the faults that a page of this machine reports to the command that started this server, which prints them. */
const reportFaults: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST' || request.url !== '/faults') {
    next();
    return;
  }
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => (text = (text + part).slice(0, maxFaultLength)));
  request.on('end', () => {
    const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
    if (isLocalOrigin(request.headers.origin ?? '')) process.send?.({ fault: line });
    response.statusCode = 204;
    response.end();
  });
};

/** Decides, in the page, whether an overlay shows an error: only if no other dev server's overlay shows it already. */
function isUnshown({
  message,
  moduleName = '',
}: Error & { readonly moduleName?: string }): boolean {
  const [line = ''] = message.split('\n');
  return ![...document.querySelectorAll('iframe')].some(({ id, contentDocument }) => {
    const pageText = contentDocument?.body.textContent ?? '';
    return (
      id === 'webpack-dev-server-client-overlay' &&
      pageText.includes(line.trim()) &&
      pageText.includes(moduleName)
    );
  });
}

/** Returns the options of an app's dev server, which proxies its pages' calls to the embedded services. */
function devServerOptions(app: App): DevServerConfiguration {
  const servicesUrl = process.env['SERVICES_URL'];
  return {
    port: app.port,
    host: devHost(),
    // The hosts of this dev server and of the others, whose pages connect to it.
    allowedHosts: findApps().map((each) => new URL(devOrigin(each)).hostname),
    liveReload: false,
    static: isHost(app)
      ? { directory: path.join(getRepositoryRoot(), app.folder, 'public') }
      : false,
    client: {
      overlay: {
        errors: isUnshown,
        warnings: isUnshown,
        runtimeErrors: false,
      },
      webSocketURL: socketUrl(app),
    },
    historyApiFallback: true,
    setupMiddlewares: (middlewares) => {
      const checks = 1 + middlewares.findIndex(({ name }) => name === 'cross-origin-header-check');
      return [
        ...middlewares.slice(0, checks),
        { name: 'hostname', middleware: redirectToHostname(devOrigin(app)) },
        { name: 'local-origins', middleware: allowLocalOrigins },
        { name: 'xsrf-cookie', middleware: setXsrfCookie },
        { name: 'faults', middleware: reportFaults },
        ...middlewares.slice(checks),
      ];
    },
    devMiddleware: { publicPath: '/' },
    proxy: servicesUrl
      ? [
          {
            context: [...getSiteDescription().services, callsPrefix],
            target: servicesUrl,
            xfwd: true,
            logLevel: 'warn',
          },
        ]
      : [],
  };
}

/**
 * Returns the configuration of a dev server with hot reload. A remote's dev server serves its container, for the host's
 * page, and its standalone page.
 */
export async function createDevelopmentConfig(
  bundler: Bundler,
  app: App,
): Promise<Configuration & { devServer: DevServerConfiguration }> {
  const base = createBaseConfig(bundler, app, 'dev');
  return {
    ...base,
    target: 'web',
    entry: { main: listDevPageEntries(app) },
    output: {
      ...base.output,
      // An absolute address, so that inside the host's page chunks and hot updates come from this dev server too.
      publicPath: `${devOrigin(app)}/`,
      filename: '[name].js',
    },
    plugins: [
      ...base.plugins,
      // Added to the container too, since only the bundle with a remote's modules can map their stacks to sources.
      new bundler.plugins.EntryPlugin(import.meta.dirname, './page-faults', {}),
      ...(isHost(app) ? [] : createContainerPlugins(bundler, app, 'dev')),
      await bundler.refresh(app.name),
      createDevPagePlugin(app),
      createTypeErrorsPlugin(
        [app.folder, 'shared', 'shared/platform/host']
          .map((each) => path.join(getRepositoryRoot(), each, 'src'))
          .filter((folder) => existsSync(folder)),
      ),
    ],
    // A build with an error emits nothing, so the page keeps its state until the next successful build.
    optimization: { runtimeChunk: isHost(app) ? 'single' : false, emitOnErrors: false },
    devServer: devServerOptions(app),
  };
}
