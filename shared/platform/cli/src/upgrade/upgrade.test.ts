import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder, writeFiles } from '@composed/build/testing/temporary-folder';
import { readPackage } from '@composed/apps/workspaces';
import { composerVersion } from '@composed/contracts/composer';
import { emptyLedger } from '@composed/release/ledger';
import { globSync } from 'tinyglobby';
import { filesOf } from '../new/common';
import { upgrade } from './upgrade';

const platform = path.join(import.meta.dirname, '../../..');
const templates = path.join(platform, 'cli/templates');
const written = [
  ['common', 'site'],
  { name: 'bakery', shared: '@bakery/shared', brand: 'Bakery' },
] as const;
const route = 'host/src/routes.tsx';
const page = 'host/src/pages/AboutPage.tsx';
const added = 'host/src/pages/NewPage.tsx';
const workflow = '.github/workflows/release.yml';

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
    '@composed/cli': 'file:packages/composed-cli-1.0.0-x1.tgz',
    '@composed/release': 'file:packages/composed-release-1.0.0-x1.tgz',
  };
  writeFiles(root, {
    'package.json': { workspaces: ['host'], devDependencies },
    'host/package.json': { devDependencies: { '@composed/release': '1.0.0-x1' } },
    'node_modules/@composed/cli/package.json': { name: '@composed/cli', version: '1.0.0-x1' },
    'node_modules/@composed/release/package.json': {
      ...{ name: '@composed/release', version: '1.0.0-x1', formats: { ledger: 7 } },
    },
    'packages/composed-cli-1.0.0-x1.tgz': '',
    'packages/composed-release-1.0.0-x1.tgz': '',
  });
  const installed = path.join(root, 'node_modules/@composed/cli');
  const old = { 'CHANGELOG.md': '## 1.0.0\n\n- Old.\n' };
  writeFiles(installed, { ...old, [`templates/common/${workflow}.template`]: 'old' });
  cpSync(templates, path.join(installed, 'templates'), { recursive: true });
  for (const [file, content] of filesOf('site', written[1]))
    if ([route, page].includes(file)) writeFiles(root, { [file]: String(content) });
  writeFiles(root, { [workflow]: 'old' });

  pack('composed-cli-1.0.0-x2.tgz', { name: '@composed/cli', version: '1.0.0-x2' }, (folder) => {
    writeFiles(folder, { 'CHANGELOG.md': '## 1.1.0\n\n- **Do**: look.\n\n## 1.0.0\n\n- Old.\n' });
    cpSync(templates, path.join(folder, 'templates'), { recursive: true });
    const site = path.join(folder, 'templates/site');
    for (const file of [route, page])
      writeFiles(site, { [`${file}.template`]: `// {{brand}}, newer` });
    writeFiles(site, { [`${added}.template`]: '// New' });
    writeFiles(folder, { [`templates/common/${workflow}.template`]: 'newer, ${{ github.sha }}' });
  });
  pack('composed-release-1.0.0-x2.tgz', {
    ...{ name: '@composed/release', version: '1.0.0-x2', formats: { ledger: 8 } },
  });
});

const expected = {
  packages: ['@composed/cli 1.0.0-x1 → 1.0.0-x2', '@composed/release 1.0.0-x1 → 1.0.0-x2'],
  formats: ['ledger 7 → 8'],
  changes: ['## 1.1.0', '- **Do**: look.'],
  written: expect.arrayContaining([workflow, route, added]) as string[],
  toCompare: [page],
};

test('an upgrade says what changed, writes what nobody edited, and names the rest', async () => {
  writeFiles(root, { [page]: 'edited' });
  const before = read('package.json');
  expect(await upgrade(root, newer, written, true)).toEqual(expected);
  expect([read('package.json'), existsSync(path.join(root, added))]).toEqual([before, false]);

  expect(await upgrade(root, newer, written, false)).toEqual(expected);
  expect([read(workflow), read(route), read(added), read(page)]).toEqual([
    ...['newer, ${{ github.sha }}', '// Bakery, newer', '// New', 'edited'],
  ]);
  expect(readPackage(path.join(root, 'package.json')).devDependencies).toEqual({
    '@composed/cli': 'file:packages/composed-cli-1.0.0-x2.tgz',
    '@composed/release': 'file:packages/composed-release-1.0.0-x2.tgz',
  });
  expect(read('host/package.json')).toContain('"@composed/release":"1.0.0-x2"');
  for (const [name, isThere] of Object.entries({
    'composed-cli-1.0.0-x1': false,
    'composed-cli-1.0.0-x2': true,
  }))
    expect(existsSync(path.join(root, `packages/${name}.tgz`))).toBe(isThere);
});

const everything = () => {
  const files = globSync('**', { cwd: root, dot: true, ignore: 'node_modules/**' }).sort();
  return Object.fromEntries(files.map((file) => [file, read(file)]));
};

test('an upgrade that is ended between any two of its steps is finished by the next', async () => {
  const before = everything();
  await upgrade(root, newer, written, false);
  const after = everything();
  const steps = ['writeFile', 'rename', 'cp', 'rm'] as const;
  let ended = 0;
  for (let last = 0, isWhole = false; !isWhole; last += 1) {
    for (const file of Object.keys(after)) rmSync(path.join(root, file));
    writeFiles(root, before);
    let left = last;
    const replaced = steps.map((step) => {
      const real: (...words: never[]) => Promise<unknown> = fs[step];
      const orEnd = (...words: never[]) => {
        if (String(words[0]).startsWith(root) && (left -= 1) < 0) throw new Error('Ended.');
        return real(...words);
      };
      return jest.spyOn(fs, step).mockImplementation(orEnd as never);
    });
    isWhole = await upgrade(root, newer, written, false).then(
      () => true,
      () => false,
    );
    for (const each of replaced) each.mockRestore();
    ended += 1;
    const named = Object.values(readPackage(path.join(root, 'package.json')).devDependencies);
    for (const file of named) expect(existsSync(path.join(root, file.slice(5)))).toBe(true);
    const { toCompare } = await upgrade(root, newer, written, false);
    expect([last, toCompare, everything()]).toEqual([last, [], after]);
  }
  expect(ended).toBeGreaterThan(8);
});

test('packages for another Node.js, and packages of others, are refused, and nothing is written', async () => {
  rmSync(path.join(newer, 'composed-cli-1.0.0-x2.tgz'));
  pack('composed-release-1.0.0-x2.tgz', {
    ...{ name: '@composed/release', version: '2.0.0', engines: { node: '>=99' } },
  });
  await expect(upgrade(root, newer, written, false)).rejects.toThrow('2.0.0 needs Node.js >=99');
  expect(read('package.json')).toContain('composed-release-1.0.0-x1.tgz');
  await expect(upgrade(root, temporaryFolder(), written, false)).rejects.toThrow(
    'holds no package',
  );
});

test('packages say the formats that they are made for, and the CHANGELOG its newest version', () => {
  const said = (name: string) => readPackage(path.join(platform, name, 'package.json'));
  expect(said('contracts')['formats']).toEqual({ composer: composerVersion });
  expect(said('release')['formats']).toEqual({ ledger: emptyLedger.schema });
  const changes = readFileSync(path.join(platform, 'cli/CHANGELOG.md'), 'utf8');
  expect(/^## (.+)$/m.exec(changes)?.[1]).toBe(said('cli').version);
});
