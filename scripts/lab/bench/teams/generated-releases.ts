import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readBuiltRelease } from '../../../release/built-release';
import { integrityOf } from '../../../build/integrity';
import type { FileRecord, ReleaseManifest } from 'shared/contracts/release-manifest';
import { versionOf } from '../../../build/release-version';

/** `n`th generated remote, beside the two that the site has. */
export const generatedName = (n: number) => `generated-${String(n).padStart(3, '0')}`;

/** Props that pricing needs, for a copy of it that the host does not know and gives none. */
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
 * Makes a release out of another one, with as many and as heavy files: every script carries `mark`, so
 * that each file is new to the store and is compressed, stored, checked and rendered like any other.
 * @param app name of the app that it is a release of; another than the source's makes a new remote
 * @returns the folder, as a build leaves it
 */
export async function stampRelease(
  source: { readonly app: string; readonly folder: string },
  target: { readonly app: string; readonly folder: string },
  mark: string,
): Promise<string> {
  const built = await readBuiltRelease(source.app, source.folder);
  const { manifest } = built;
  const names = new Map<string, string>();
  const files: Record<string, FileRecord> = {};
  for (const name of Object.keys(manifest.files)) {
    const original = await readFile(path.join(source.folder, 'browser', name));
    const isScript = name.endsWith('.js');
    const bytes = isScript ? Buffer.concat([original, Buffer.from(`\n/* ${mark} */\n`)]) : original;
    const renamed = isScript ? name.replace(/\.js$/, `.${mark}.js`) : name;
    names.set(name, renamed);
    files[renamed] = record(bytes);
    const file = path.join(target.folder, 'browser', renamed);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  const server = Buffer.from(
    `${await readFile(path.join(source.folder, 'server.cjs'), 'utf8')}\n// ${mark}\n${
      source.app === target.app ? '' : ownProps
    }`,
  );
  await writeFile(path.join(target.folder, 'server.cjs'), server);
  const renamed = (file: string) => names.get(file) ?? file;
  const content: ReleaseManifest = {
    ...manifest,
    app: target.app,
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
  return target.folder;
}
