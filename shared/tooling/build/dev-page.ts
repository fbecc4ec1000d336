import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Compiler } from 'webpack';
import { dataBlock, releaseRecordElementId } from '@composed/contracts/page-elements';
import { remoteGlobal } from '@composed/contracts/remote-names';
import { findRemotes, isHost, takenBy, type App } from './apps';
import { devOrigin } from './dev-origin';

const refreshHook = readFileSync(path.join(import.meta.dirname, 'refresh-hook.browser.js'), 'utf8');

/** For the head of a development page, before any other script; see the script for what it does. */
export const refreshHookElement = `<script>${refreshHook}</script>`;

/** What the page of a dev server loads, relative to its root. */
export const devScripts = (app: App) => (isHost(app) ? ['runtime.js', 'main.js'] : ['main.js']);

function pageHtml(app: App, fonts: readonly string[]): string {
  // The host's remotes are dev servers. Nothing of them has a hash, since every edit changes them.
  const remotes = findRemotes().map((remote) => {
    const pins = { version: 'dev', entry: `${devOrigin(remote)}/entry.js` };
    const made = { global: remoteGlobal(remote.name), takes: takenBy(remote) };
    return [remote.name, { ...pins, ...made }] as const;
  });
  const record = { host: 'dev', basePath: '', remotes: Object.fromEntries(remotes) };
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${app.name} · dev</title>`,
    '<link rel="icon" href="data:,">',
    // Styles come with the scripts here, and a face that is not there by then waits for the next page.
    ...fonts.map((file) => `<link rel="preload" as="font" crossorigin href="/${file}">`),
    refreshHookElement,
    '<div id="root"></div>',
    ...(isHost(app) ? [dataBlock(releaseRecordElementId, record)] : []),
    ...devScripts(app).map((file) => `<script src="/${file}" defer></script>`),
    '</html>',
  ].join('\n');
}

/** Emits the page of a dev server: an empty root, and in the host's the record of the dev remotes. */
export function devPagePlugin(app: App) {
  const name = 'DevPagePlugin';
  return {
    apply(compiler: Compiler): void {
      const { Compilation, sources } = compiler.webpack;
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compiler.hooks.thisCompilation.tap(name, (compilation) => {
        compilation.hooks.processAssets.tap({ name, stage }, (assets) => {
          const fonts = Object.keys(assets).filter((file) => file.endsWith('.woff2'));
          compilation.emitAsset('index.html', new sources.RawSource(pageHtml(app, fonts)));
        });
      });
    },
  };
}
