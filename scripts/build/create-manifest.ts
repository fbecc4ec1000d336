import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { hostApp, type App } from 'shared/build/apps';
import { providedVersions, requiredRanges } from 'shared/build/shared-packages';
import { contractVersions, requiredProps } from 'shared/contracts/remotes';
import type { FileRecord, ReleaseManifest } from 'shared/contracts/release-manifest';
import { glob } from 'tinyglobby';
import { integrityOf, versionOf } from './integrity';
import { readStats, type BrowserStats } from './stats';

const fileRecord = (bytes: Buffer): FileRecord => ({
  bytes: bytes.length,
  integrity: integrityOf(bytes),
});

const isScript = (file: string) => file.endsWith('.js');
const isStyle = (file: string) => file.endsWith('.css');

/**
 * What each expose loads. webpack's container names the chunk group of an expose after nothing, so the
 * chunks are found by the module that the expose stands for.
 * @throws Error when an expose has no chunk: without it no page could preload the expose
 */
function entrances(app: App, stats: BrowserStats, entry: string): ReleaseManifest['exposes'] {
  const files = stats.chunks.flatMap((item) => item.files);
  const styles = files.filter(isStyle).sort();
  if (app === hostApp) {
    const initial = stats.entrypoints['main']?.assets.map((item) => item.name) ?? [];
    return { '.': { scripts: initial.filter(isScript), styles } };
  }
  return Object.fromEntries(
    Object.entries(app.exposes).map(([expose, module]) => {
      const exposed = stats.modules.find((item) =>
        new RegExp(`/${path.posix.join(app.folder, module)}\\.tsx?$`).test(
          item.nameForCondition.split(path.sep).join('/'),
        ),
      );
      const chunkIds = new Set(exposed?.chunks);
      const scripts = stats.chunks
        .filter((item) => item.id !== null && chunkIds.has(item.id))
        .flatMap((item) => item.files)
        .filter(isScript);
      if (scripts.length === 0) {
        throw new Error(`The build of ${app.name} has no chunk for ${expose} (${module}).`);
      }
      return [expose, { scripts: [entry, ...scripts.filter((file) => file !== entry)], styles }];
    }),
  );
}

function entryOf(app: App, stats: BrowserStats): string {
  const name = app === hostApp ? 'main' : `remote_${app.name}`;
  const scripts = stats.entrypoints[name]?.assets.map((item) => item.name).filter(isScript) ?? [];
  const entry = scripts.at(-1);
  if (!entry) throw new Error(`The build of ${app.name} has no entry "${name}".`);
  return entry;
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
 * @param folder holds stats.json, server.cjs and browser/
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
  const entry = entryOf(app, stats);
  const content = {
    app: app.name,
    contract: contractVersions[app.name] ?? 1,
    entry,
    files,
    server: fileRecord(await readFile(path.join(folder, 'server.cjs'))),
    exposes: entrances(app, stats, entry),
    ...(app === hostApp ? { contracts: contractVersions } : { requiredProps: requiredBy(app) }),
    calls: [...app.calls],
    shared: app === hostApp ? providedVersions() : requiredRanges(app),
  };
  return { ...content, version: versionOf(content), ...built };
}
