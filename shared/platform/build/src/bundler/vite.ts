import path from 'node:path';
import { type App, appAt, sourceOf } from '@composed/apps';
import { requiredRanges } from '@composed/apps/shared-packages';
import { repositoryRoot } from '@composed/apps/this-repository';
import type { BuildOptions, Plugin, UserConfig } from 'vite';
import { devServer, viteOf } from './vite-dev-server';

/** The entry of the bundle for rendering, which nobody writes. */
const serverEntry = 'virtual:exposed-modules';

/** The source of each exposed module, by its name. */
const sourcesOf = ({ exposes }: App, home: string) =>
  Object.entries(exposes).map(([expose, module]) => {
    return [path.posix.basename(expose), path.resolve(home, sourceOf(expose, module))] as const;
  });

/** `remote-reviews/src/useStars.ts`: the same on every machine. */
const sourceName = (source: string, map: string) => {
  const file = path.resolve(path.dirname(map), source);
  return path.relative(repositoryRoot, file).split(path.sep).join('/');
};

const browserBuild = (app: App, home: string): BuildOptions => ({
  cssCodeSplit: false,
  modulePreload: false,
  rolldownOptions: {
    input: Object.fromEntries(sourcesOf(app, home)),
    preserveEntrySignatures: 'strict',
    output: {
      entryFileNames: '[name]-[hash].js',
      // V8 compiles the whole file as it comes.
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

/** The configuration of one of the two builds of a release. */
async function releaseConfig(app: App, home: string, isSsrBuild: boolean): Promise<UserConfig> {
  const vite = await viteOf(home);
  const external = Object.keys(requiredRanges(app));
  const target = isSsrBuild ? serverBuild : browserBuild(app, home);
  return vite.mergeConfig<UserConfig, UserConfig>(
    {
      base: `/assets/${app.name}/`,
      define: {
        'process.env.NODE_ENV': '"production"',
        __COMPOSES__: String(isSsrBuild),
      },
      resolve: { tsconfigPaths: true },
      // Two apps on one page cannot meet, and markup tells whose it is.
      css: { modules: { generateScopedName: `${app.name}-[hash:base64:5]` } },
      // The engine that renders it has nothing of Node.
      ssr: { noExternal: true, target: 'webworker' },
      build: {
        assetsDir: '',
        // A picture is a file, whatever its size, as in builds of webpack.
        assetsInlineLimit: 0,
        sourcemap: 'hidden',
        rolldownOptions: {
          output: { sourcemapDebugIds: true, sourcemapPathTransform: sourceName },
          ...(isSsrBuild
            ? { external }
            : // Libraries of CommonJS ask for React by `require`, which no browser has.
              { plugins: [vite.esmExternalRequirePlugin({ external })] }),
        },
      },
    },
    { build: target },
  );
}

/**
 * The two builds of a release, as a plugin of Vite: `vite build` for browsers, and `vite build --ssr` for rendering, both
 * as FORMAT.md describes them; `vite` serves its standalone page, and its container for the host’s page.
 * @param home of the app: its folder, whose package.json describes it
 * @throws Error when it describes no app
 */
export function remote(home: string): Plugin[] {
  const app = appAt(home);
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
  return [release, devServer(app, home)];
}
