import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isHost, type App } from '@shopwright/shared/build/apps';
import { providedVersions, requiredRanges } from '@shopwright/shared/build/shared-packages';
import {
  contractVersions,
  remoteGlobal,
  requiredProps,
} from '@shopwright/shared/contracts/remotes';
import type { FileRecord, ReleaseManifest } from '@shopwright/shared/contracts/release-manifest';
import { glob } from 'tinyglobby';
import { integrityOf, versionOf } from './integrity';
import { readStats, type BrowserStats } from './stats';

const fileRecord = (bytes: Buffer): FileRecord => ({
  bytes: bytes.length,
  integrity: integrityOf(bytes),
});

const isScript = (file: string) => file.endsWith('.js');

/** The scripts of an entry, or of a module that is exposed, in the order of loading. */
const scriptsOf = ({ namedChunkGroups }: BrowserStats, name: string) =>
  namedChunkGroups[name]?.assets.map((asset) => asset.name).filter(isScript) ?? [];

function entryOf(app: App, stats: BrowserStats): string {
  const name = isHost(app) ? 'main' : remoteGlobal(app.name);
  const entry = scriptsOf(stats, name).at(-1);
  if (!entry) throw new Error(`The build of ${app.name} has no entry "${name}".`);
  return entry;
}

/** @throws Error when an expose has no script: without it no page could preload the expose */
function scriptsOfExposes(app: App, stats: BrowserStats, entry: string): [string, string[]][] {
  if (isHost(app)) return [['.', scriptsOf(stats, 'main')]];
  return Object.entries(app.exposes).map(([expose, module]) => {
    const scripts = scriptsOf(stats, path.posix.basename(expose));
    if (scripts.length === 0) {
      throw new Error(`The build of ${app.name} has no chunk for ${expose} (${module}).`);
    }
    return [expose, [...new Set([entry, ...scripts])]];
  });
}

/** Federation expose key → the props that the module cannot do without, by the contract it is built against. */
function requiredBy(app: App): Record<string, string[]> {
  const known: Readonly<Record<string, object | undefined>> = requiredProps;
  return Object.fromEntries(
    Object.keys(app.exposes).map((expose) => {
      const id = path.posix.join(app.name, expose);
      const props = known[id];
      if (!props) throw new Error(`The contract has no props for ${id}; add them to RemoteProps.`);
      return [expose, Object.keys(props).sort()];
    }),
  );
}

/**
 * Describes a finished build. The version is derived from everything but `built`, so the same source
 * gives the same version on any machine and in any folder.
 * @param folder holds stats.json, server.cjs, browser/ and maps/
 */
export async function createManifest(
  app: App,
  folder: string,
  built: Pick<ReleaseManifest, 'builtAt' | 'revision'>,
): Promise<ReleaseManifest> {
  const stats = await readStats(app.name, folder);
  const browser = path.join(folder, 'browser');
  const files: Record<string, FileRecord> = {};
  for (const name of (await glob('**', { cwd: browser, dot: true })).sort()) {
    files[name] = fileRecord(await readFile(path.join(browser, name)));
  }
  const folderOfMaps = path.join(folder, 'maps');
  const maps: Record<string, FileRecord> = {};
  for (const name of (await glob('**/*.map', { cwd: folderOfMaps })).sort()) {
    maps[name.slice(0, -'.map'.length)] = fileRecord(await readFile(path.join(folderOfMaps, name)));
  }
  const entry = entryOf(app, stats);
  const styles = Object.keys(files).filter((file) => file.endsWith('.css'));
  const exposes = scriptsOfExposes(app, stats, entry);
  const content = {
    app: app.name,
    contract: contractVersions[app.name] ?? 1,
    entry,
    files,
    server: fileRecord(await readFile(path.join(folder, 'server.cjs'))),
    maps,
    exposes: Object.fromEntries(exposes.map(([key, scripts]) => [key, { scripts, styles }])),
    ...(isHost(app) ? { contracts: contractVersions } : { requiredProps: requiredBy(app) }),
    calls: [...app.calls],
    shared: isHost(app) ? providedVersions() : requiredRanges(app),
  };
  return { ...content, version: versionOf(content), ...built };
}
