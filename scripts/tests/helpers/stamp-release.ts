import { appendFile, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appNamed } from '@composed/apps';
import { repositoryRoot } from '@composed/apps/this-repository';
import { readBuildOrigin, createManifest } from '@composed/apps/create-manifest';

/**
 * Makes another release out of a build of an app, as the team's next commit would, without a build: every script
 * carries the mark, so that each is new to the store and is compressed and checked anew.
 * @param build its folder
 * @param target folder of the release, which is empty
 * @param mark letters, digits and dashes; part of the file names
 * @returns the release's manifest
 */
export async function stampRelease(build: string, target: string, mark: string, app = 'pricing') {
  await cp(build, target, { recursive: true });
  // Maps belong to the scripts without the mark.
  await rm(path.join(target, 'maps'), { recursive: true });
  const browser = path.join(target, 'browser');
  const stats = path.join(target, 'stats.json');
  let text = await readFile(stats, 'utf8');
  for (const name of await readdir(browser)) {
    if (!name.endsWith('.js')) continue;
    const marked = name.replace(/js$/, `${mark}.js`);
    await appendFile(path.join(browser, name), `\n/* ${mark} */\n`);
    await rename(path.join(browser, name), path.join(browser, marked));
    text = text.replaceAll(name, marked);
  }
  await writeFile(stats, text);
  const manifest = await createManifest(
    appNamed(app),
    target,
    await readBuildOrigin(repositoryRoot),
  );
  await writeFile(path.join(target, 'release.json'), JSON.stringify(manifest));
  return manifest;
}
