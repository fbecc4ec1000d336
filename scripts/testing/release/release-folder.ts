import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { versionOf } from '../../build/integrity';
import type { ComposableRelease } from '../../compose/composition';
import { fakeMap } from './composable-releases';

/**
 * Writes a release as its team hands it over: release.json, server.cjs, browser/<files>, maps/<files>.map.
 * @returns its folder
 */
export async function releaseFolder(
  folder: string,
  { manifest, readFile, readServer }: ComposableRelease,
): Promise<string> {
  const { files, maps = {} } = manifest;
  for (const name of [...Object.keys(files), ...Object.keys(maps).map((map) => `${map}.map`)]) {
    const file = path.join(folder, name in files ? 'browser' : 'maps', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, name in files ? await readFile(name) : fakeMap);
  }
  writeFileSync(path.join(folder, 'server.cjs'), await readServer());
  const document = { ...manifest, version: versionOf(manifest) };
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify(document));
  return folder;
}
