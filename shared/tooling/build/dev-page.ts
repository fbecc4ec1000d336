import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';
import { brand } from '../../src/brand';
import { releaseRecordElementId } from '../../src/contracts/page-elements';
import type { ReleaseRecord } from '../../src/contracts/release-record';
import { hostApp, type App } from './apps';
import { refreshHookElement } from './refresh-hook';

// Node's own module loader sees no named export in webpack, and `npm run dev` loads this with it.
const { Compilation, sources } = webpack;

/** A release record whose remotes are dev servers; nothing in it has a hash, since every edit changes them. */
export function devRecord(remotes: Readonly<Record<string, string>>): ReleaseRecord {
  return {
    host: 'dev',
    preloads: [],
    basePath: '',
    remotes: Object.fromEntries(
      Object.entries(remotes).map(([name, origin]) => [
        name,
        { version: 'dev', entry: `${origin}/entry.js`, styles: [] },
      ]),
    ),
  };
}

function pageHtml(app: App, scripts: readonly string[], record: ReleaseRecord): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${brand.name} · ${app.name} · dev</title>`,
    '<link rel="icon" href="data:,">',
    refreshHookElement,
    '<div id="root"></div>',
    ...(app === hostApp
      ? [
          `<script type="application/json" id="${releaseRecordElementId}">`,
          JSON.stringify(record),
          '</script>',
        ]
      : []),
    ...scripts.map((src) => `<script src="${src}" defer></script>`),
    '</html>',
  ].join('\n');
}

/** Emits the page of a dev server: an empty root, and in the host's the record of the dev remotes. */
export class DevPagePlugin implements WebpackPluginInstance {
  constructor(
    private readonly app: App,
    private readonly remoteOrigins: Readonly<Record<string, string>>,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('DevPagePlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'DevPagePlugin', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL },
        () => {
          const files = compilation.entrypoints.get('main')?.getFiles() ?? [];
          const scripts = files
            .filter((file) => file.endsWith('.js') && !file.includes('.hot-update.'))
            .map((file) => `/${file}`);
          const html = pageHtml(this.app, scripts, devRecord(this.remoteOrigins));
          compilation.emitAsset('index.html', new sources.RawSource(html));
        },
      );
    });
  }
}
