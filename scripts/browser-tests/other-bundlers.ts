import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { rspack } from '@rspack/core';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { App } from '@shopwright/shared/build/apps';
import { serverConfig } from '@shopwright/shared/build/production';
import { requiredRanges } from '@shopwright/shared/build/shared-packages';
import { webpackBundler } from '@shopwright/shared/build/webpack';
import { remoteGlobal } from '@shopwright/shared/contracts/remotes';
import { SubresourceIntegrityPlugin } from 'webpack-subresource-integrity';
import { buildApp } from '../build/build-app';
import { createManifest } from '../build/create-manifest';

type FederationOptions = ReturnType<typeof federationOptions>;

/** As of a team that has never seen this repository: the container brings what is shared itself. */
function federationOptions(app: App, bundler: string) {
  const name = remoteGlobal(app.name);
  const shared = Object.entries(requiredRanges(app)).map(([request, requiredVersion]) => {
    // Newer than the host's, which must be taken all the same.
    return [request, { singleton: true, requiredVersion, version: '19.999.0' }] as const;
  });
  const exposes = Object.entries(app.exposes).map(
    ([expose, module]) => [expose, { import: module, name: path.posix.basename(expose) }] as const,
  );
  return {
    name,
    filename: `entry.${bundler}.js`,
    library: { type: 'window', name },
    exposes: Object.fromEntries(exposes),
    shared: Object.fromEntries(shared),
  };
}

/** What both say alike of what they made. */
interface Stats {
  hasErrors(): boolean;
  toJson(options: object): object;
}

/** What is needed of a bundler; each has types of its own for the rest. */
type Bundle = (config: object, done: (error: Error | null, stats?: Stats) => void) => unknown;

const require = createRequire(import.meta.url);
const webpack = 'webpack-5.111';
// Where the plugin finds the webpack that it extends: with 5.112 it does not load.
process.env['FEDERATION_WEBPACK_PATH'] = require.resolve(webpack);

// The policy of the pages lets no chunk through without a hash.
const integrity = { hashFuncNames: ['sha384'] satisfies ['sha384'] };

const bundlers = {
  enhanced: {
    bundle: require(webpack) as Bundle,
    plugins: (options: FederationOptions) => [
      new ModuleFederationPlugin({ ...options, dts: false, manifest: false }),
      new SubresourceIntegrityPlugin(integrity),
    ],
  },
  rspack: {
    bundle: rspack as Bundle,
    plugins: (options: FederationOptions) => [
      new rspack.container.ModuleFederationPlugin(options),
      new rspack.SubresourceIntegrityPlugin(integrity),
    ],
  },
};

/**
 * Makes a release of an app whose container comes from module federation's plugin for webpack, or from Rspack's.
 * What compose renders with, styles and pictures are those of the app's own build.
 * @returns its folder
 */
export async function buildWith(bundler: keyof typeof bundlers, name: string): Promise<string> {
  const { app, folder } = await buildApp(name);
  const made = await mkdtemp(path.join(tmpdir(), `${name}-${bundler}-`));
  await cp(folder, made, { recursive: true, filter: (file) => !/\.(?:js|map|json)$/.test(file) });
  const { context, module, resolve } = serverConfig(webpackBundler, app, made);
  const { bundle, plugins } = bundlers[bundler];
  const config = {
    ...{ mode: 'production', context, module, resolve, entry: {}, target: ['web', 'es2022'] },
    output: {
      path: path.join(made, 'browser'),
      filename: '[name].[contenthash:12].js',
      uniqueName: name,
      publicPath: `/assets/${name}/`,
      crossOriginLoading: 'anonymous',
      trustedTypes: { policyName: name },
    },
    // Half of the time would go into making it small.
    optimization: { minimize: false },
    plugins: plugins(federationOptions(app, bundler)),
  };
  const done = await promisify<object, Stats | undefined>(bundle)(config);
  const chunks = done?.toJson({ all: false, chunkGroups: true, errors: true });
  if (!chunks || done?.hasErrors()) throw new Error(JSON.stringify(chunks));
  const stats = { children: [{ modules: [], ...chunks, name: `${name} browser` }] };
  await writeFile(path.join(made, 'stats.json'), JSON.stringify(stats));
  const built = { builtAt: new Date().toISOString(), revision: null };
  const manifest = await createManifest(app, made, built);
  await writeFile(path.join(made, 'release.json'), JSON.stringify(manifest));
  return made;
}
