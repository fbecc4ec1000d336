import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  parseReleaseManifest,
  type FileRecord,
  type ReleaseManifest,
} from '@shopwright/shared/contracts/release-manifest';
import { integrityOf, versionOf } from '../build/integrity';
import { readRelease } from '../release/read-release';

/** Every name of a script in a text, with the mark in it. */
const marked = (text: string, mark: string) => text.replaceAll(/\.js(?="|$)/g, `.${mark}.js`);

/**
 * Makes another release out of a build, as a team's next commit would, without a build: every script carries
 * the mark, so that each is new to the store and is compressed, checked and rendered anew.
 * @param folder of the build
 * @param target folder of the release
 * @param mark letters, digits and dashes; part of the file names
 */
export async function stampRelease(
  folder: string,
  target: string,
  mark: string,
): Promise<ReleaseManifest> {
  const { manifest } = await readRelease(folder);
  const write = async (file: string, bytes: Buffer): Promise<FileRecord> => {
    const place = path.join(target, file);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, bytes);
    return { bytes: bytes.byteLength, integrity: integrityOf(bytes) };
  };
  const files: Record<string, FileRecord> = {};
  for (const name of Object.keys(manifest.files)) {
    const bytes = await readFile(path.join(folder, 'browser', name));
    const comment = Buffer.from(name.endsWith('.js') ? `\n/* ${mark} */\n` : '');
    files[name] = await write(`browser/${marked(name, mark)}`, Buffer.concat([bytes, comment]));
  }
  const bundle = await readFile(path.join(folder, 'server.cjs'), 'utf8');
  const server = await write('server.cjs', Buffer.from(`${bundle}\n// ${mark}\n`));
  // The maps of the build tell of other files.
  const content = JSON.stringify({ ...manifest, files, server, maps: {} });
  const renamed = parseReleaseManifest(marked(content, mark));
  const stamped = { ...renamed, version: versionOf(renamed) };
  await writeFile(path.join(target, 'release.json'), JSON.stringify(stamped));
  return stamped;
}
