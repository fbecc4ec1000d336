import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  parseReleaseManifest,
  type FileRecord,
  type ReleaseManifest,
} from '@shopwright/shared/contracts/release-manifest';
import { integrityOf, versionOf } from '../build/integrity';
import { readRelease } from '../release/read-release';

/** Gives a copy of pricing, which the host does not know and passes no props to, the props it needs. */
const ownProps = `
;{
  const { createElement } = require('react');
  const exposed = module.exports;
  const links = { home: '/', signUp: '/signup', contact: '/#contact', signIn: '/redirect/internal' };
  module.exports = Object.fromEntries(Object.entries(exposed).map(([name, { default: Component }]) =>
    [name, { default: () => createElement(Component, { prices: null, links }) }]));
}
`;

/** Every name of a script in a text, with the mark in it. */
const marked = (text: string, mark: string) => text.replaceAll(/\.js(?="|$)/g, `.${mark}.js`);

/**
 * Makes another release out of a build of pricing, as a team's next commit would, without a build: every
 * script carries the mark, so that each is new to the store and is compressed, checked and rendered anew.
 * @param folder of the build
 * @param target app that it becomes a release of, another than pricing makes a new remote; and its folder
 * @param mark letters, digits and dashes; part of the file names
 */
export async function stampRelease(
  folder: string,
  target: { readonly app: string; readonly folder: string },
  mark: string,
): Promise<ReleaseManifest> {
  const { manifest } = await readRelease(folder);
  const write = async (file: string, bytes: Buffer): Promise<FileRecord> => {
    const place = path.join(target.folder, file);
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
  const isOther = target.app !== manifest.app;
  const bundle = await readFile(path.join(folder, 'server.cjs'), 'utf8');
  const own = `${bundle}\n// ${mark}\n${isOther ? ownProps : ''}`;
  const content = {
    ...manifest,
    app: target.app,
    // What the host keeps of a remote that it does not know.
    contract: isOther ? 1 : manifest.contract,
    files,
    server: await write('server.cjs', Buffer.from(own)),
    // Those of the build tell of other files.
    maps: {},
  };
  const renamed = parseReleaseManifest(marked(JSON.stringify(content), mark));
  const stamped = { ...renamed, version: versionOf(renamed) };
  await writeFile(path.join(target.folder, 'release.json'), JSON.stringify(stamped));
  return stamped;
}
