import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import type { Compiler } from 'webpack';
import { dataBlock, dataElementId, pinsElementId } from '@composed/contracts/page-elements';
import { htmlElement } from '@composed/contracts/site-language';
import { remoteGlobal } from '@composed/contracts/remote-names';
import { findRemotes, isHost, type App } from '@composed/apps';
import { devOrigin } from './dev-origin';
import { repositoryRoot, siteDescription } from '@composed/apps/this-repository';

const refreshHook = readFileSync(
  path.join(import.meta.dirname, 'workarounds/refresh-hook.browser.js'),
  'utf8',
);

/** The first script in the head of a development page; its own comment describes it. */
export const refreshHookElement = `<script>${refreshHook}</script>`;

/**
 * A module of the app's folder that shows the page of a dev server. In `npm run stories` that is the groups that the files
 * `*.stories.tsx` of the app export as `stories`; else a remote's `src/standalone-page.tsx`.
 */
export function pageCode(app: App): string {
  const cwd = path.join(repositoryRoot, app.folder);
  // `import()` makes the share scope ready before the page asks for React.
  const imported = (pattern: string) =>
    globSync(`src/${pattern}.{ts,tsx}`, { cwd }).map((file) => `import('./${file}')`);
  const stories = process.env['STORIES'] ? imported('**/*.stories').sort() : [];
  if (stories.length > 0) {
    const remoteOrigins = isHost(app)
      ? findRemotes().map((each) => [each.name, devOrigin(each)])
      : [];
    const page = JSON.stringify({ title: `Stories of ${app.name}`, others: remoteOrigins });
    const storyImports = [`import('${siteDescription.package}/stories/show-stories')`, ...stories];
    return `Promise.all([${storyImports.join()}]).then(([{ showStories }, ...files]) => {
      showStories({ ...${page}, groups: files.flatMap(({ stories }) => stories) });
    });`;
  }
  return isHost(app) ? '' : imported('standalone-page').join();
}

/** Entries of the page of a dev server, which for a host without stories are the host with its overlay. */
export function pageEntry(app: App): string[] {
  const code = pageCode(app);
  return isHost(app) && code === ''
    ? ['./src/main', '@composed/host/review-overlay']
    : [`data:text/javascript,${encodeURIComponent(code)}`];
}

/** Scripts of the page of a dev server, relative to its root. */
export const devScripts = (app: App) => (isHost(app) ? ['runtime.js', 'main.js'] : ['main.js']);

/** Files with the data that pages are made of, by the names under which the host asks for them. */
const dataFiles = ({ data = [] }: App) =>
  new Map(
    data.flatMap((name) => {
      const file = path.join(repositoryRoot, 'data', `${name}.json`);
      return existsSync(file) ? [[name, file] as const] : [];
    }),
  );

/** Releases and data as compose would read them, for a host that nobody has composed. */
function hostBlocks(app: App): string[] {
  // The host's remotes are dev servers. Nothing of them has a hash, since every edit changes them.
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

/** @param scripts elements */
export function pageHtml(
  app: App,
  fonts: readonly string[],
  scripts = devScripts(app).map((file) => `<script src="/${file}" defer></script>`),
): string {
  return [
    '<!doctype html>',
    htmlElement(siteDescription),
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${app.name} · dev</title>`,
    '<link rel="icon" href="data:,">',
    // Styles come with the scripts here, too late for a font that was not preloaded.
    ...fonts.map((file) => `<link rel="preload" as="font" crossorigin href="/${file}">`),
    refreshHookElement,
    '<div id="root"></div>',
    ...(isHost(app) ? hostBlocks(app) : []),
    ...scripts,
    '</html>',
  ].join('\n');
}

/** Emits the page of a dev server: an empty root, and in the host's the pins of the dev remotes, and data. */
export function devPagePlugin(app: App) {
  const name = 'DevPagePlugin';
  return {
    apply(compiler: Compiler): void {
      const { Compilation, sources } = compiler.webpack;
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compiler.hooks.thisCompilation.tap(name, (compilation) => {
        compilation.fileDependencies.addAll(dataFiles(app).values());
        compilation.hooks.processAssets.tap({ name, stage }, (assets) => {
          const fonts = Object.keys(assets).filter((file) => file.endsWith('.woff2'));
          compilation.emitAsset('index.html', new sources.RawSource(pageHtml(app, fonts)));
        });
      });
    },
  };
}
