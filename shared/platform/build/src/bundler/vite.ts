import path from 'node:path';
import { type App, readAppAt, moduleSourceFile } from '@composed/apps';
import { readRequiredRanges } from '@composed/apps/package-versions';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import type { BuildOptions, Plugin, UserConfig } from 'vite';
import { createDevServerPlugin, loadVite } from './vite-dev-server';

/** The generated entry of the guest bundle. */
const serverEntry = 'virtual:exposed-modules';

/** The name and the source file of each exposed module. */
const sourcesOf = ({ exposes }: App, home: string) =>
  Object.entries(exposes).map(([expose, module]) => {
    return [
      path.posix.basename(expose),
      path.resolve(home, moduleSourceFile(expose, module)),
    ] as const;
  });

/** The name of a source in maps: `remote-reviews/src/useStars.ts`, so that builds are equal on every machine. */
const sourceName = (source: string, map: string) => {
  const file = path.resolve(path.dirname(map), source);
  return path.relative(getRepositoryRoot(), file).split(path.sep).join('/');
};

const browserBuild = (app: App, home: string): BuildOptions => ({
  cssCodeSplit: false,
  modulePreload: false,
  rolldownOptions: {
    input: Object.fromEntries(sourcesOf(app, home)),
    preserveEntrySignatures: 'strict',
    output: {
      entryFileNames: '[name]-[hash].js',
      // Makes V8 compile the whole file while it loads (production-config.ts).
      postBanner: '//# allFunctionsCalledOnLoad\n',
    },
  },
});

const serverBuild: BuildOptions = {
  emptyOutDir: false,
  rolldownOptions: {
    input: serverEntry,
    output: { format: 'cjs', entryFileNames: 'server.cjs', codeSplitting: false },
  },
};

/** Returns the configuration of the browser build or of the server build of a release. */
async function releaseConfig(app: App, home: string, isSsrBuild: boolean): Promise<UserConfig> {
  const vite = await loadVite(home);
  const external = Object.keys(readRequiredRanges(app));
  const target = isSsrBuild ? serverBuild : browserBuild(app, home);
  return vite.mergeConfig<UserConfig, UserConfig>(
    {
      base: `/assets/${app.name}/`,
      define: {
        'process.env.NODE_ENV': '"production"',
        __COMPOSES__: String(isSsrBuild),
      },
      resolve: { tsconfigPaths: true },
      // The prefix keeps the classes of two apps on one page apart.
      css: { modules: { generateScopedName: `${app.name}-[hash:base64:5]` } },
      // The sandbox that renders the remote has no modules of Node.
      ssr: { noExternal: true, target: 'webworker' },
      build: {
        assetsDir: '',
        // Every image is a file, whatever its size, as in webpack's builds.
        assetsInlineLimit: 0,
        sourcemap: 'hidden',
        rolldownOptions: {
          output: { sourcemapDebugIds: true, sourcemapPathTransform: sourceName },
          ...(isSsrBuild
            ? { external }
            : // CommonJS libraries require React, and browsers have no `require`.
              { plugins: [vite.esmExternalRequirePlugin({ external })] }),
        },
      },
    },
    { build: target },
  );
}

/**
 * Returns the Vite plugins of a remote. `vite build` makes the browser files of a release and `vite build --ssr` its
 * guest bundle, as shared/platform/release/src/format/FORMAT.md describes. `vite` serves the standalone page, and the
 * container for the host’s page.
 * @param home the app's folder, absolute
 * @throws Error when the folder's package.json describes no app
 */
export function remote(home: string): Plugin[] {
  const app = readAppAt(home);
  const release: Plugin = {
    name: 'composed:remote',
    apply: 'build',
    config: (_config, { isSsrBuild = false }) => releaseConfig(app, home, isSsrBuild),
    resolveId: (id) => (id === serverEntry ? id : null),
    load(id) {
      if (id !== serverEntry) return null;
      const lines = sourcesOf(app, home).map(
        ([name, file]) => `export * as ${JSON.stringify(name)} from ${JSON.stringify(file)};`,
      );
      return lines.join('\n');
    },
  };
  return [release, createDevServerPlugin(app, home)];
}
