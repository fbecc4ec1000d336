import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../shared-packages';
import dropEntryLoaders from './federation-entry-loader.mjs';
import dropUnusedParts from './react-router-loader.mjs';

const packages = path.join(repositoryRoot, 'node_modules');
const read = (file: string): string => readFileSync(path.join(packages, file), 'utf8');

/** The names that a module of the federation runtime exports in its last statement. */
function exportsOf(source: string): string[] {
  const [, list = ''] = /export \{([^}]+)\};/.exec(source) ?? [];
  return list.split(',').map((name) => (name.split(' as ').at(-1) ?? '').trim());
}

test('the federation runtime’s unused parts export what stands in for them', () => {
  const standIn = readFileSync(
    path.join(import.meta.dirname, 'federation-unused-parts.mjs'),
    'utf8',
  );
  const replaced = ['sdk/dist/dom.js', 'runtime-core/dist/utils/preload.js'].flatMap((file) =>
    exportsOf(read(`@module-federation/${file}`)),
  );
  expect(replaced).not.toEqual([]);
  expect(exportsOf(standIn).filter(Boolean).sort()).toEqual(replaced.sort());
});

test('the federation runtime’s own entry loading can be cut out', () => {
  const source = read('@module-federation/runtime-core/dist/utils/load.js');
  const patched = dropEntryLoaders(source);
  expect(source).toContain('loadScriptNode');
  expect(patched).toContain('getRemoteEntryUniqueKey(');
  expect(exportsOf(patched)).toEqual(exportsOf(source));
  expect(patched.length).toBeLessThan(source.length - 2000);
});

test('a changed entry loading fails the build', () => {
  expect(() => dropEntryLoaders('export const getRemoteEntry = () => {};')).toThrow('has changed');
});

test('react-router still names its parts', () => {
  const folder = 'react-router/dist/production';
  const chunks = readdirSync(path.join(packages, folder)).filter((name) => name.endsWith('.mjs'));
  const named = chunks.map((name) => read(`${folder}/${name}`));
  expect(existsSync(path.join(packages, folder, 'index.mjs'))).toBe(true);
  expect(named.some((source) => /^Link\.displayName = /m.test(source))).toBe(true);
  for (const source of named.map(dropUnusedParts)) {
    expect(source).not.toMatch(/^\w+\.displayName = /m);
    expect(source).not.toMatch(/= React\d*\.(?:forwardRef|memo|createContext)\(/);
  }
});
