import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type App, moduleSourceFile } from '@composed/apps';
import { readRequiredRanges } from '@composed/apps/package-versions';
import { getRepositoryRoot, getSiteDescription } from '@composed/apps/this-repository';
import { installedPackageFile, readPackage } from '@composed/apps/workspaces';
import { terminal } from '@composed/command/terminal';
import { callsPrefix } from '@composed/contracts/composer';
import { remoteGlobal } from '@composed/contracts/remote-names';
import * as v from 'valibot';
import type * as Vite from 'vite';
import type { Plugin, UserConfig, ViteDevServer } from 'vite';
import { generateSharedModule } from '../release/shared-package-modules';
import {
  allowLocalOrigins,
  devHost,
  devOrigin,
  redirectToHostname,
  setXsrfCookie,
} from './dev-origin';
import { generateDevPageCode, renderDevPage } from './dev-page';

/*
 * Vite's dev server of a remote. As in a release, its modules use the shared packages of the page that they run in.
 */

/** Generated files: the first two are for the standalone page, the others for the host's page. */
const files = {
  page: '/dev-page.js',
  packages: '/dev-packages.js',
  container: '/entry.js',
  exposes: '/dev-exposes.js',
} as const;

/** The prefix of the module ids of shared packages. */
const sharedPrefix = '\0shared:';

/** Loads the Vite that the app depends on: this package has no Vite of its own. */
export async function loadVite(home: string): Promise<typeof Vite> {
  const file = createRequire(path.join(home, 'package.json')).resolve('vite');
  return (await import(pathToFileURL(file).href)) as typeof Vite;
}

const define = { __COMPOSES__: 'false' };

/**
 * The libraries that the site's shared package imports. Vite does not scan that package's sources ahead, so it would
 * find these only once a page is open.
 */
function sharedLibraries(): string[] {
  const { package: name } = getSiteDescription();
  const { dependencies } = readPackage(installedPackageFile(getRepositoryRoot(), name));
  return Object.keys(dependencies)
    .filter((each) => !each.startsWith('@composed/'))
    .map((each) => `${name} > ${each}`);
}

async function createDevServerConfig(app: App, home: string): Promise<UserConfig> {
  const { esmExternalRequirePlugin } = await loadVite(home);
  const target = process.env['SERVICES_URL'] ?? '';
  const services = target === '' ? [] : [...getSiteDescription().services, callsPrefix];
  return {
    appType: 'custom',
    define,
    resolve: { tsconfigPaths: true },
    css: { modules: { generateScopedName: `${app.name}-[name]-[local]` } },
    // Hosts share only react/jsx-runtime, not react/jsx-dev-runtime.
    oxc: { jsx: { development: false } },
    server: {
      port: app.port,
      strictPort: true,
      host: devHost(),
      // Makes the addresses of images absolute, so that they load inside the host's page too.
      origin: devOrigin(app),
      cors: false,
      allowedHosts: [new URL(devOrigin(app)).hostname],
      proxy: Object.fromEntries(services.map((prefix) => [prefix, { target, xfwd: true }])),
    },
    optimizeDeps: {
      // When Vite finds a library later, it reloads the page, which loses the state of the page.
      include: sharedLibraries(),
      entries: ['src/**/*.{js,jsx,ts,tsx}', '!src/**/*.{test,stories}.*'],
      // These packages are sources. If Vite bundled them ahead, some of their modules would exist twice.
      exclude: [getSiteDescription().package, '@composed/contracts'],
      rolldownOptions: {
        plugins: [esmExternalRequirePlugin({ external: Object.keys(readRequiredRanges(app)) })],
      },
    },
  };
}

/** Builds the script that provides the shared packages on the standalone page, as the host does on its pages. */
async function buildPackages(app: App, home: string): Promise<string> {
  const vite = await loadVite(home);
  const requests = Object.keys(readRequiredRanges(app));
  const imports = requests.map((request, n) => `import * as own${n} from '${request}';`);
  const rows = requests.map((request, n) => `'${request}': own${n},`);
  const code = `${imports.join('\n')}\nwindow.sharedPackages = {${rows.join('\n')}};`;
  const built = await vite.build({
    root: home,
    configFile: false,
    mode: 'development',
    logLevel: 'warn',
    define: { ...define, 'process.env.NODE_ENV': '"development"' },
    resolve: { tsconfigPaths: true },
    plugins: [
      {
        name: 'composed:packages',
        resolveId: (id) => (id === files.packages ? id : null),
        load: (id) => (id === files.packages ? code : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: files.packages, output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  return 'output' in output ? output.output[0].code : '';
}

/** The remote's federation container, for the host's page. */
const containerCode = ({ name }: App) => `{
  const { origin } = new URL(document.currentScript.src);
  window[${JSON.stringify(remoteGlobal(name))}] = {
    init(scope) {
      const ofHost = (versions) => Object.values(versions).find(({ from }) => from === 'host');
      window.sharedPackages ??= Object.fromEntries(
        Object.entries(scope).map(([request, versions]) => [request, ofHost(versions)?.lib()]),
      );
    },
    async get(expose) {
      const { exposes } = await import(origin + '${files.exposes}');
      const module = await exposes[expose]();
      return () => module;
    },
  };
}`;

/** The module that imports the exposed modules, after the preamble that React's hot reload must run first. */
function exposesCode(app: App, home: string, { config }: ViteDevServer): string {
  const isReact = config.plugins.some(({ name }) => name === 'vite:react-virtual-preamble');
  const rows = Object.entries(app.exposes).map(([expose, module]) => {
    const file = path.resolve(home, moduleSourceFile(expose, module));
    return `${JSON.stringify(expose)}: () => import(${JSON.stringify(file)}),`;
  });
  const preamble = isReact ? "import '@vitejs/plugin-react/preamble';" : '';
  return `${preamble}\nexport const exposes = {${rows.join('\n')}};`;
}

/** Serves the classic scripts. It runs before Vite's own middleware, which would transform them as modules. */
function serveScripts(app: App, home: string): Vite.Connect.NextHandleFunction {
  const scripts = new Map<string, () => Promise<string>>([
    [files.packages, () => buildPackages(app, home)],
    [files.container, () => Promise.resolve(containerCode(app))],
  ]);
  return ({ url = '' }, response, next) => {
    const code = scripts.get(url.replace(/\?.*/, ''));
    if (!code) {
      next();
      return;
    }
    code().then((text) => {
      response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
      response.end(text);
    }, next);
  };
}

/** Serves the standalone page for every request that accepts HTML. */
function servePage(app: App, server: ViteDevServer): void {
  const scripts = [
    `<script src="${files.packages}"></script>`,
    `<script type="module" src="${files.page}"></script>`,
  ];
  server.middlewares.use((request, response, next) => {
    const { url = '/', headers } = request;
    if (!headers.accept?.includes('text/html')) {
      next();
      return;
    }
    server.transformIndexHtml(url, renderDevPage(app, [], scripts)).then((page) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(page);
    }, next);
  });
}

/** Returns the Vite plugin that turns Vite's dev server into the remote's. */
export function createDevServerPlugin(app: App, home: string): Plugin {
  const shared = readRequiredRanges(app);
  const fileOf = (url: string) => path.join(home, url);
  let server: ViteDevServer | undefined;
  return {
    name: 'composed:dev-server',
    apply: 'serve',
    enforce: 'pre',
    config: {
      order: 'post',
      handler(config) {
        // React's plugin adds React to `include`, but the host provides React.
        const { include = [] } = config.optimizeDeps ?? {};
        const otherRequests = include.filter((request) => !(request in shared));
        config.optimizeDeps = { ...config.optimizeDeps, include: otherRequests };
        return createDevServerConfig(app, home);
      },
    },
    configureServer(created) {
      server = created;
      created.middlewares.use(redirectToHostname(devOrigin(app)));
      created.middlewares.use(allowLocalOrigins);
      created.middlewares.use(setXsrfCookie);
      created.middlewares.use(serveScripts(app, home));
      // Vite calls a returned function after it has added its own middleware.
      return () => servePage(app, created);
    },
    // The command that started this server checks the types when it reads this line.
    hotUpdate() {
      terminal.write('compiled successfully\n');
    },
    resolveId(id, _importer, { ssr }) {
      if (id in shared) return ssr ? null : sharedPrefix + id;
      return id === files.page || id === files.exposes ? fileOf(id) : null;
    },
    async load(id) {
      if (id === fileOf(files.page)) return generateDevPageCode(app);
      if (!server) return null;
      if (id === fileOf(files.exposes)) return exposesCode(app, home, server);
      if (!id.startsWith(sharedPrefix)) return null;
      const request = id.slice(sharedPrefix.length);
      const library = request.startsWith(`${getSiteDescription().package}/`)
        ? await server.ssrLoadModule(request)
        : v.parse(v.looseObject({}), createRequire(fileOf('package.json'))(request));
      return generateSharedModule(request, library);
    },
  };
}
