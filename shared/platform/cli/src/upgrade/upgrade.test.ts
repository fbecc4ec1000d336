import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder, writeFiles } from '@composed/build/testing/temporary-folder';
import { readPackage } from '@composed/apps/workspaces';
import { composerVersion } from '@composed/contracts/composer';
import { emptyLedger } from '@composed/release/ledger';
import { filesOf } from '../new/common';
import { upgrade } from './upgrade';

const platform = path.join(import.meta.dirname, '../../..');
const templates = path.join(platform, 'cli/templates');
const values = { name: 'bakery', shared: '@bakery/shared', brand: 'Bakery' };
const route = 'host/src/routes.tsx';
const page = 'host/src/pages/AboutPage.tsx';
const added = 'host/src/pages/NewPage.tsx';

let root: string;
let newer: string;

/** Packs a package as npm does. */
function pack(file: string, document: object, more: (folder: string) => void = () => undefined) {
  const folder = path.join(temporaryFolder(), 'package');
  writeFiles(folder, { 'package.json': document });
  more(folder);
  const words = ['-czf', path.join(newer, file), '-C', path.dirname(folder), 'package'];
  execFileSync('tar', words);
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
beforeEach(() => {
  [root, newer] = [temporaryFolder(), temporaryFolder()];
  const devDependencies = {
    '@composed/cli': 'file:packages/cli-1.tgz',
    '@composed/release': 'file:packages/release-1.tgz',
  };
  writeFiles(root, {
    'package.json': { workspaces: ['host'], devDependencies },
    'host/package.json': { devDependencies: { '@composed/release': '1.0.0-x1' } },
    'node_modules/@composed/cli/package.json': { name: '@composed/cli', version: '1.0.0-x1' },
    'node_modules/@composed/release/package.json': {
      ...{ name: '@composed/release', version: '1.0.0-x1', formats: { ledger: 7 } },
    },
    'packages/cli-1.tgz': '',
    'packages/release-1.tgz': '',
  });
  writeFiles(root, { 'node_modules/@composed/cli/CHANGELOG.md': '## 1.0.0\n\n- Old.\n' });
  for (const [file, content] of filesOf('site', values))
    if ([route, page].includes(file)) writeFiles(root, { [file]: String(content) });

  pack('cli-2.tgz', { name: '@composed/cli', version: '1.0.0-x2' }, (folder) => {
    writeFiles(folder, { 'CHANGELOG.md': '## 1.1.0\n\n- **Do**: look.\n\n## 1.0.0\n\n- Old.\n' });
    cpSync(templates, path.join(folder, 'templates'), { recursive: true });
    const site = path.join(folder, 'templates/site');
    for (const file of [route, page])
      writeFiles(site, { [`${file}.template`]: `// {{brand}}, newer` });
    writeFiles(site, { [`${added}.template`]: '// New' });
  });
  pack('release-2.tgz', {
    ...{ name: '@composed/release', version: '1.0.0-x2', formats: { ledger: 8 } },
  });
});

const expected = {
  packages: ['@composed/cli 1.0.0-x1 → 1.0.0-x2', '@composed/release 1.0.0-x1 → 1.0.0-x2'],
  formats: ['ledger 7 → 8'],
  changes: ['## 1.1.0', '- **Do**: look.'],
  written: expect.arrayContaining([route, added]) as string[],
  toCompare: [page],
};

test('an upgrade says what changed, writes what nobody edited, and names the rest', async () => {
  writeFiles(root, { [page]: 'edited' });
  const before = read('package.json');
  expect(await upgrade(root, newer, values, true)).toEqual(expected);
  expect([read('package.json'), existsSync(path.join(root, added))]).toEqual([before, false]);

  expect(await upgrade(root, newer, values, false)).toEqual(expected);
  expect([read(route), read(added), read(page)]).toEqual([
    ...['// Bakery, newer', '// New', 'edited'],
  ]);
  expect(readPackage(path.join(root, 'package.json')).devDependencies).toEqual({
    '@composed/cli': 'file:packages/cli-2.tgz',
    '@composed/release': 'file:packages/release-2.tgz',
  });
  expect(read('host/package.json')).toContain('"@composed/release":"1.0.0-x2"');
  for (const [name, isThere] of Object.entries({ 'cli-1': false, 'cli-2': true }))
    expect(existsSync(path.join(root, `packages/${name}.tgz`))).toBe(isThere);
});

test('packages for another Node.js, and packages of others, are refused, and nothing is written', async () => {
  rmSync(path.join(newer, 'cli-2.tgz'));
  pack('release-2.tgz', {
    ...{ name: '@composed/release', version: '2.0.0', engines: { node: '>=99' } },
  });
  await expect(upgrade(root, newer, values, false)).rejects.toThrow('2.0.0 needs Node.js >=99');
  expect(read('package.json')).toContain('release-1.tgz');
  await expect(upgrade(root, temporaryFolder(), values, false)).rejects.toThrow('holds no package');
});

test('packages say the formats that they are made for, and the CHANGELOG its newest version', () => {
  const said = (name: string) => readPackage(path.join(platform, name, 'package.json'));
  expect(said('contracts')['formats']).toEqual({ composer: composerVersion });
  expect(said('release')['formats']).toEqual({ ledger: emptyLedger.schema });
  const changes = readFileSync(path.join(platform, 'cli/CHANGELOG.md'), 'utf8');
  expect(/^## (.+)$/m.exec(changes)?.[1]).toBe(said('cli').version);
});
