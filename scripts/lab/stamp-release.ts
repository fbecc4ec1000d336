import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileRecord, ReleaseManifest } from 'shared/contracts/release-manifest';
import { integrityOf, versionOf } from '../build/integrity';
import { readBuiltRelease } from '../release/releases';

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

const record = (bytes: Buffer): FileRecord => ({
  bytes: bytes.byteLength,
  integrity: integrityOf(bytes),
});

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
  const { manifest } = await readBuiltRelease('pricing', folder);
  const renamed = (name: string) => name.replace(/\.js$/, `.${mark}.js`);
  const files: Record<string, FileRecord> = {};
  for (const name of Object.keys(manifest.files)) {
    const original = await readFile(path.join(folder, 'browser', name));
    const comment = Buffer.from(name.endsWith('.js') ? `\n/* ${mark} */\n` : '');
    const bytes = Buffer.concat([original, comment]);
    files[renamed(name)] = record(bytes);
    const file = path.join(target.folder, 'browser', renamed(name));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  const bundle = await readFile(path.join(folder, 'server.cjs'), 'utf8');
  const server = Buffer.from(
    `${bundle}\n// ${mark}\n${target.app === manifest.app ? '' : ownProps}`,
  );
  await writeFile(path.join(target.folder, 'server.cjs'), server);
  const content: ReleaseManifest = {
    ...manifest,
    app: target.app,
    // What the host keeps of a remote that it does not know.
    contract: target.app === manifest.app ? manifest.contract : 1,
    entry: renamed(manifest.entry),
    files,
    server: record(server),
    exposes: Object.fromEntries(
      Object.entries(manifest.exposes).map(([expose, { scripts, styles }]) => [
        expose,
        { scripts: scripts.map(renamed), styles },
      ]),
    ),
  };
  const stamped = { ...content, version: versionOf(content) };
  await writeFile(path.join(target.folder, 'release.json'), JSON.stringify(stamped));
  return stamped;
}
