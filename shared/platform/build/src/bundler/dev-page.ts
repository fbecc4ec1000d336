import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import type { Compiler } from 'webpack';
import { dataBlock, dataElementId, pinsElementId } from '@composed/contracts/page-elements';
import { htmlStartTag } from '@composed/contracts/site-language';
import { remoteGlobal } from '@composed/contracts/remote-names';
import { findRemotes, isHost, type App } from '@composed/apps';
import { devOrigin } from './dev-origin';
import { getRepositoryRoot, getSiteDescription } from '@composed/apps/this-repository';

const refreshHook = readFileSync(
  path.join(import.meta.dirname, 'workarounds/refresh-hook.browser.js'),
  'utf8',
);

/** The first script in the head of a development page. The comment in refresh-hook.browser.js says why. */
export const refreshHookElement = `<script>${refreshHook}</script>`;

/** A page with the groups of stories that `*.stories.tsx` files export. */
function storiesCode(app: App, storyImports: readonly string[]): string {
  const remoteOrigins = isHost(app)
    ? findRemotes().map((each) => [each.name, devOrigin(each)])
    : [];
  const page = JSON.stringify({ title: `Stories of ${app.name}`, others: remoteOrigins });
  const imports = [
    `import('${getSiteDescription().package}/stories/show-stories')`,
    ...storyImports,
  ];
  return `Promise.all([${imports.join()}]).then(([{ showStories }, ...files]) => {
      showStories({ ...${page}, groups: files.flatMap(({ stories }) => stories) });
    });`;
}

/**
 * Generates the code of a dev server's page, as a module in the app's folder: during `npm run stories` the stories of
 * the app, otherwise a remote's `src/standalone-page.tsx`.
 * @returns '' for a host without stories
 */
export function generateDevPageCode(app: App): string {
  const cwd = path.join(getRepositoryRoot(), app.folder);
  // With a dynamic import, webpack initialises the share scope before the page imports React.
  const importsOf = (pattern: string) =>
    globSync(`src/${pattern}.{ts,tsx}`, { cwd }).map((file) => `import('./${file}')`);
  const storyImports = process.env['STORIES'] ? importsOf('**/*.stories').sort() : [];
  if (storyImports.length > 0) return storiesCode(app, storyImports);
  return isHost(app) ? '' : importsOf('standalone-page').join();
}

/** Returns the entries of a dev server's page. For a host without stories they are the host and its overlay. */
export function listDevPageEntries(app: App): string[] {
  const code = generateDevPageCode(app);
  return isHost(app) && code === ''
    ? ['./src/main', '@composed/host/review-overlay']
    : [`data:text/javascript,${encodeURIComponent(code)}`];
}

/** The script files of a dev server's page. */
export const devScripts = (app: App) => (isHost(app) ? ['runtime.js', 'main.js'] : ['main.js']);

/** The files with the data that pages are composed with, by the name of the data. */
const dataFiles = ({ data = [] }: App) =>
  new Map(
    data.flatMap((name) => {
      const file = path.join(getRepositoryRoot(), 'data', `${name}.json`);
      return existsSync(file) ? [[name, file] as const] : [];
    }),
  );

/** The pins and the data that compose would write into the host's page. */
function hostBlocks(app: App): string[] {
  // The remotes are dev servers. Their pins have no hashes, since every edit changes the files.
  const remotes = findRemotes().map((remote) => {
    const pins = { version: 'dev', entry: `${devOrigin(remote)}/entry.js` };
    const contract = { global: remoteGlobal(remote.name), exposes: remote.exposes };
    const { pages } = remote;
    return [remote.name, { ...pins, ...contract, ...(pages && { pages }) }] as const;
  });
  const pins = { host: 'dev', basePath: '', remotes: Object.fromEntries(remotes) };
  const data = [...dataFiles(app)].map(([name, file]) => {
    return [name, JSON.parse(readFileSync(file, 'utf8')) as unknown] as const;
  });
  return [dataBlock(pinsElementId, pins), dataBlock(dataElementId, Object.fromEntries(data))];
}

/**
 * Returns the HTML of a dev server's page.
 * @param fonts files to preload
 * @param scripts the elements that load the app
 */
export function renderDevPage(
  app: App,
  fonts: readonly string[],
  scripts = devScripts(app).map((file) => `<script src="/${file}" defer></script>`),
): string {
  return [
    '<!doctype html>',
    htmlStartTag(getSiteDescription()),
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${app.name} · dev</title>`,
    '<link rel="icon" href="data:,">',
    // On a dev server the scripts bring the styles, so the browser would request fonts late without a preload.
    ...fonts.map((file) => `<link rel="preload" as="font" crossorigin href="/${file}">`),
    refreshHookElement,
    '<div id="root"></div>',
    ...(isHost(app) ? hostBlocks(app) : []),
    ...scripts,
    '</html>',
  ].join('\n');
}

/** Emits the page of a dev server: an empty root and, for the host, the pins of the dev remotes and the data. */
export function createDevPagePlugin(app: App) {
  const name = 'DevPagePlugin';
  return {
    apply(compiler: Compiler): void {
      const { Compilation, sources } = compiler.webpack;
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compiler.hooks.thisCompilation.tap(name, (compilation) => {
        compilation.fileDependencies.addAll(dataFiles(app).values());
        compilation.hooks.processAssets.tap({ name, stage }, (assets) => {
          const fonts = Object.keys(assets).filter((file) => file.endsWith('.woff2'));
          compilation.emitAsset('index.html', new sources.RawSource(renderDevPage(app, fonts)));
        });
      });
    },
  };
}
