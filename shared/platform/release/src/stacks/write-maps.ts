import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@composed/command/errors';
import { readLedger, listShownDeployments } from '../ledger/ledger';
import { loadRelease } from '../store/releases';
import type { Store } from '../store/store';
import { createUnknownNameError } from '@composed/command/usage';

/**
 * Writes the scripts of an app's live, canary and preview releases, each next to its source map. Error trackers match
 * a script and its map by the debug id in both.
 * @returns the scripts that have a map, as '<version>/<file>' in the folder
 * @throws UsageError if no release of the app is shown; UserError if it has no maps; ReleaseError if a file is damaged
 */
export async function writeMaps(store: Store, app: string, out: string): Promise<string[]> {
  const sites = listShownDeployments(await readLedger(store)).map(({ releases }) => releases);
  const names = [...new Set(sites.flatMap((releases) => Object.keys(releases)))];
  if (!names.includes(app)) throw createUnknownNameError('app of this site', app, names);
  const versions = sites.map((releases) => releases[app]);
  const writtenFiles: string[] = [];
  for (const version of new Set(versions.filter((each) => each !== undefined))) {
    const { manifest, readFile, readMap, ...bundles } = await loadRelease(store, app, version);
    const { readGuestBundle, readRenderer } = bundles;
    const readBundles = new Map(
      Object.entries({ 'server.cjs': readGuestBundle, 'renderer.cjs': readRenderer }),
    );
    for (const file of Object.keys(manifest.maps)) {
      const target = path.join(out, version, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, await (readBundles.get(file) ?? readFile)(file));
      await writeFile(`${target}.map`, await readMap(file));
      writtenFiles.push(`${version}/${file}`);
    }
  }
  if (writtenFiles.length === 0)
    throw new UserError(`Visitors get no release of ${app} with source maps.`);
  return writtenFiles;
}
