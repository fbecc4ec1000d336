import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '../../build/integrity';
import { parseReleaseManifest, type ReleaseManifest } from 'shared/contracts/release-manifest';
import { versionOf } from '../../build/release-version';

/**
 * Makes another release of an app from a finished build, as a team's next commit would: the container
 * script says something more, and so has another name, as has the release.
 * @param built folder of the build
 * @param target folder of the new one
 */
export async function otherRelease(
  built: string,
  target: string,
  remark: string,
): Promise<ReleaseManifest> {
  await cp(built, target, { recursive: true });
  const file = path.join(target, 'release.json');
  const manifest = parseReleaseManifest(await readFile(file, 'utf8'));
  const { entry } = manifest;
  const text = `${await readFile(path.join(target, 'browser', entry), 'utf8')}\n/* ${remark} */\n`;
  const bytes = Buffer.from(text);
  const integrity = integrityOf(bytes);
  const name = `entry.${Buffer.from(integrity.slice(7), 'base64').toString('hex').slice(0, 12)}.js`;
  await mkdir(path.join(target, 'browser'), { recursive: true });
  await rename(path.join(target, 'browser', entry), path.join(target, 'browser', name));
  await writeFile(path.join(target, 'browser', name), bytes);

  const renamed = (script: string) => (script === entry ? name : script);
  const { [entry]: _old, ...others } = manifest.files;
  const files = { ...others, [name]: { bytes: bytes.byteLength, integrity } };
  const exposes = Object.fromEntries(
    Object.entries(manifest.exposes).map(([expose, { scripts, styles }]) => [
      expose,
      { scripts: scripts.map(renamed), styles },
    ]),
  );
  const content = { ...manifest, entry: name, files, exposes };
  const other = { ...content, version: versionOf(content) };
  await writeFile(file, JSON.stringify(other));
  return other;
}
