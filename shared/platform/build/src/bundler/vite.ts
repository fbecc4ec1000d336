import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type App, readApp, sourceOf } from '@composed/apps';
import { repositoryRoot, requiredRanges, site } from '@composed/apps/shared-packages';
import { terminal } from '@composed/command/output';
import { callsPrefix } from '@composed/contracts/composer';
import type * as Vite from 'vite';
import type { BuildOptions, Plugin, UserConfig, ViteDevServer } from 'vite';
import { devHost, devOrigin, redirectToHostname, setXsrfCookie } from './dev-origin';
import { pageCode, pageHtml } from './dev-page';

/** The entry of the bundle for rendering, which nobody writes. */
const serverEntry = 'virtual:exposed-modules';

/** The entry of the page of the dev server, which nobody writes either. */
const devEntry = '/dev-page.js';

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

/** The dev server shows the remote alone, with React of its own. */
function developmentConfig(app: App): UserConfig {
  const target = process.env['SERVICES_URL'] ?? '';
  const services = target === '' ? [] : [...site.services, callsPrefix];
  return {
    appType: 'custom',
    define: { __COMPOSES__: 'false' },
    resolve: { tsconfigPaths: true },
    css: { modules: { generateScopedName: `${app.name}-[name]-[local]` } },
    server: {
      port: app.port,
      strictPort: true,
      host: devHost(),
      allowedHosts: [new URL(devOrigin(app)).hostname],
      proxy: Object.fromEntries(services.map((prefix) => [prefix, { target, xfwd: true }])),
    },
    optimizeDeps: {
      include: ['react', 'react-dom/client', 'react/jsx-dev-runtime', 'react/jsx-runtime'],
      // Sources: bundled ahead, some of their modules would be there twice.
      exclude: [site.package, '@composed/contracts'],
    },
  };
}

/** The configuration of one of the two builds of a release. */
async function releaseConfig(app: App, home: string, isSsrBuild: boolean): Promise<UserConfig> {
  // The app's own: this package brings none.
  const file = createRequire(path.join(home, 'package.json')).resolve('vite');
  const vite = (await import(pathToFileURL(file).href)) as typeof Vite;
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
      // Where it is rendered there is nothing of Node.
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

/** Serves the standalone page at every address that is no file. */
function servePage(app: App, server: ViteDevServer): void {
  server.middlewares.use((request, response, next) => {
    const { url = '/', headers } = request;
    if (!headers.accept?.includes('text/html')) {
      next();
      return;
    }
    const html = pageHtml(app, [], [`<script type="module" src="${devEntry}"></script>`]);
    server.transformIndexHtml(url, html).then((page) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(page);
    }, next);
  });
}

/**
 * The two builds of a release, as a plugin of Vite: `vite build` for browsers, and `vite build --ssr` for rendering, both
 * as FORMAT.md describes them; `vite` serves its standalone page.
 * @param home of the app: its folder, whose package.json describes it
 * @throws Error when it describes no app
 */
export function remote(home: string): Plugin {
  const [app] = readApp(repositoryRoot, path.relative(repositoryRoot, home) || '.');
  if (!app) throw new Error(`${home}/package.json has no field "microFrontend".`);
  return {
    name: 'composed:remote',
    config: (_config, { command, isSsrBuild = false }) =>
      command === 'serve' ? developmentConfig(app) : releaseConfig(app, home, isSsrBuild),
    configureServer(server) {
      const { middlewares } = server;
      middlewares.use(redirectToHostname(devOrigin(app)));
      middlewares.use(setXsrfCookie);
      // After those of Vite.
      return () => servePage(app, server);
    },
    // The command that started it checks types then.
    hotUpdate() {
      terminal.write('compiled successfully\n');
    },
    resolveId(id) {
      if (id === devEntry) return path.join(home, devEntry);
      return id === serverEntry ? id : null;
    },
    load(id) {
      if (id === path.join(home, devEntry)) return pageCode(app);
      if (id !== serverEntry) return null;
      const lines = sourcesOf(app, home).map(
        ([name, file]) => `export * as ${JSON.stringify(name)} from ${JSON.stringify(file)};`,
      );
      return lines.join('\n');
    },
  };
}
