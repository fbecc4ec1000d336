import path from 'node:path';
import { remoteGlobal } from '@composed/contracts/remote-names';
import { isHost, type App } from './apps';
import type { BundlerOutput } from './federation-manifest';
import { findBroughtPackages, readRequiredRanges, readSharedVersions } from './package-versions';
import type { ReleaseFiles } from './read-build-folder';
import { getRepositoryRoot } from './this-repository';
import {
  findConsumedPackages,
  findImporter,
  listModuleSizes,
  type BrowserStats,
} from './webpack-stats';

/** The scripts of an entry or of an exposed module, in loading order. */
const scriptsOf = ({ namedChunkGroups }: BrowserStats, name: string) =>
  namedChunkGroups[name]?.assets
    .map((asset) => asset.name)
    .filter((file) => file.endsWith('.js')) ?? [];

/**
 * Reads what a manifest says about the browser files from webpack's statistics.
 * @throws Error when an exposed module has no script, since pages preload the scripts of each module
 */
export function readWebpackBundle(
  app: App,
  stats: BrowserStats,
  { browser, server }: ReleaseFiles,
): BundlerOutput {
  const global = isHost(app) ? null : remoteGlobal(app.name);
  const entry = scriptsOf(stats, global ?? 'main').at(-1);
  if (!entry) throw new Error(`The build of ${app.name} has no entry "${global ?? 'main'}".`);
  const styles = [...browser.keys()].filter((file) => file.endsWith('.css')).sort();
  const exposes = (global ? Object.keys(app.exposes) : ['.']).map((expose) => {
    const ownScripts = scriptsOf(stats, global ? path.posix.basename(expose) : 'main');
    if (ownScripts.length === 0)
      throw new Error(`The build of ${app.name} has no chunk for ${expose}.`);
    const scripts = global ? [...new Set([entry, ...ownScripts])] : ownScripts;
    return [expose, { scripts, styles }] as const;
  });
  // The host may upgrade a shared package freely as long as no module imports it, so only imported ones get a range.
  const consumed = findConsumedPackages(stats);
  const ranges = Object.entries(global ? readRequiredRanges(app) : {}).filter(
    ([request]) => consumed.has(request) || server.includes(`require("${request}")`),
  );
  const shared = global ? Object.fromEntries(ranges) : readSharedVersions();
  const modules = listModuleSizes(stats, getRepositoryRoot()).map(({ name }) => name);
  const brings = global
    ? findBroughtPackages(app, modules, (file) => findImporter(stats, file))
    : {};
  return { entry, global, exposes: Object.fromEntries(exposes), shared, brings };
}
