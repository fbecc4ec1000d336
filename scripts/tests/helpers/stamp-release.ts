import { appendFile, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { requireApp } from '@composed/apps';
import { getRepositoryRoot } from '@composed/apps/this-repository';
import { readBuildStamp, createManifest } from '@composed/apps/create-manifest';

/**
 * Creates another release from a build of an app without building, by adding a mark to every script. So each script is
 * new to the store, which compresses and checks it, as after a real change.
 * @param build the folder of the build
 * @param target an empty folder for the release
 * @param mark letters, digits and dashes, which also become part of the file names
 * @returns the manifest of the release
 */
export async function stampRelease(build: string, target: string, mark: string, app = 'pricing') {
  await cp(build, target, { recursive: true });
  // Removes the source maps, which do not fit the changed scripts.
  await rm(path.join(target, 'maps'), { recursive: true });
  const browser = path.join(target, 'browser');
  const stats = path.join(target, 'stats.json');
  let text = await readFile(stats, 'utf8');
  for (const name of await readdir(browser)) {
    if (!name.endsWith('.js')) continue;
    const markedName = name.replace(/js$/, `${mark}.js`);
    await appendFile(path.join(browser, name), `\n/* ${mark} */\n`);
    await rename(path.join(browser, name), path.join(browser, markedName));
    text = text.replaceAll(name, markedName);
  }
  await writeFile(stats, text);
  const manifest = await createManifest(
    requireApp(app),
    target,
    await readBuildStamp(getRepositoryRoot()),
  );
  await writeFile(path.join(target, 'release.json'), JSON.stringify(manifest));
  return manifest;
}
