import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { versionOf } from '../../build/integrity';
import type { ComposableRelease } from '../../compose/composition';

/**
 * Writes a release as its team hands it over: release.json, server.cjs, browser/<files>.
 * @returns its folder
 */
export async function releaseFolder(
  folder: string,
  { manifest, readFile, readServer }: ComposableRelease,
): Promise<string> {
  for (const name of Object.keys(manifest.files)) {
    const file = path.join(folder, 'browser', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, await readFile(name));
  }
  writeFileSync(path.join(folder, 'server.cjs'), await readServer());
  const document = { ...manifest, version: versionOf(manifest) };
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify(document));
  return folder;
}
