import { readdirSync } from 'node:fs';
import path from 'node:path';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import { remoteApps, remoteGlobal, type App } from 'shared/build/apps';
import { browserConfig } from 'shared/build/production';
import { repositoryRoot } from 'shared/build/shared-packages';
import webpack, { type Configuration } from 'webpack';

/*
 * Builds every remote with every fault: the real sources and the real configuration, with another container
 * (each file in containers/) or another exposed module (each file in modules/). One compilation per remote.
 */

const here = import.meta.dirname;

/** Fault → its source. */
function sourcesIn(folder: string): [fault: string, file: string][] {
  return readdirSync(path.join(here, folder)).map((file) => [
    path.parse(file).name,
    path.join(here, folder, file),
  ]);
}

function faultyRemote(app: App, folder: string): Configuration {
  const config = browserConfig(app, path.join(folder, app.name));
  const [expose = '', module = ''] = Object.entries(app.exposes)[0] ?? [];
  const library = { type: 'window', name: remoteGlobal(app.name) };
  return {
    ...config,
    cache: false,
    // Style sheets keep the names that pages know them by; to shorten scripts would only take time.
    optimization: { ...config.optimization, minimizer: [new CssMinimizerPlugin()] },
    entry: Object.fromEntries(
      sourcesIn('containers').map(([fault, file]) => [fault, { import: file, library }]),
    ),
    resolve: {
      ...config.resolve,
      alias: { 'the-remote$': path.join(repositoryRoot, app.folder, module) },
    },
    plugins: [
      ...(config.plugins ?? []),
      ...sourcesIn('modules').map(
        ([fault, file]) =>
          new webpack.container.ContainerPlugin({
            name: fault,
            filename: '[name].[contenthash:12].js',
            library,
            exposes: { [expose]: { import: file, name: `${fault}-module` } },
          }),
      ),
      new webpack.NormalModuleReplacementPlugin(/^react\/jsx-runtime$/, (request) => {
        const runtime = path.join(here, 'jsx-runtime.ts');
        if (request.contextInfo.issuer !== runtime) request.request = runtime;
      }),
    ],
  };
}

export default function configure(env: Readonly<Record<string, unknown>>): Configuration[] {
  return remoteApps.map((app) => faultyRemote(app, String(env['folder'])));
}
