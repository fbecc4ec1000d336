import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readLedger } from '../ledger';
import { Refusal } from '../refusal';
import { loadRelease, releasesAmong } from '../releases';
import type { Store } from '../stores/store';

/**
 * Writes the scripts of a release, each beside its source map, as error trackers take them: by the debug id that
 * both carry.
 * @param to version of the release, or its beginning; null: the live one
 * @returns app, version, and the names of the scripts that have a map
 * @throws Refusal when there is no such release or it has no maps; CompositionRefused when a file is damaged
 */
export async function writeMaps(store: Store, app: string, to: string | null, out: string) {
  const live = (await readLedger(store)).live?.releases ?? {};
  const begins = to ?? (Object.hasOwn(live, app) ? live[app] : undefined);
  const stored = releasesAmong(await store.list('releases/')).filter((each) => each.app === app);
  const [found, ...others] = stored.filter(
    ({ version }) => begins !== undefined && version.startsWith(begins),
  );
  if (!found || others.length > 0) {
    throw new Refusal(
      `The store has ${found ? 'several releases' : 'no release'} ${app} ${begins ?? ''}.`,
    );
  }
  const { version } = found;
  const { manifest, readServer, readFile, readMap } = await loadRelease(store, app, version);
  const files = Object.keys(manifest.maps ?? {});
  if (files.length === 0) throw new Refusal(`${app} ${version} brought no source maps.`);
  for (const file of files) {
    const target = path.join(out, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, await (file === 'server.cjs' ? readServer() : readFile(file)));
    await writeFile(`${target}.map`, await readMap(file));
  }
  return { app, version, files };
}
