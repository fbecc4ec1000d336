import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../shared-packages';
import cutUnusedParts, { cuts } from './federation-loader.mjs';
import dropUnusedParts from './react-router-loader.mjs';

const packages = path.join(repositoryRoot, 'node_modules');
const runtime = path.join(packages, '@module-federation/runtime-core/dist');
const read = (file: string): string => readFileSync(file, 'utf8');
const cut = (file: string, source: string) =>
  cutUnusedParts.call({ resourcePath: path.join(runtime, file) }, source);

/** The names that a module of the federation runtime exports in its last statement. */
function exportsOf(source: string): string[] {
  const [, list = ''] = /export \{([^}]+)\};/.exec(source) ?? [];
  return list.split(',').map((name) => (name.split(' as ').at(-1) ?? '').trim());
}

test.each(Object.entries(cuts))('the federation runtime’s %s can be cut', (file, parts) => {
  const source = read(path.join(runtime, file));
  const patched = cut(file, source);
  expect(exportsOf(source)).not.toEqual(['']);
  expect(exportsOf(patched)).toEqual(exportsOf(source));
  for (const [first = '', next = ''] of parts) {
    expect(source.split(first)).toHaveLength(2);
    expect(patched).not.toContain(first);
    expect(patched).toContain(next);
  }
});

test('a changed runtime fails the build, and its other files are left alone', () => {
  const source = 'export const getRemoteEntry = () => {};';
  expect(() => cut('utils/load.js', source)).toThrow('utils/load.js of the federation runtime');
  expect(cut('utils/tool.js', source)).toBe(source);
});

test('react-router still names its parts', () => {
  const folder = path.join(packages, 'react-router/dist/production');
  const chunks = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const named = chunks.map((name) => read(path.join(folder, name)));
  expect(existsSync(path.join(folder, 'index.mjs'))).toBe(true);
  expect(named.some((source) => /^Link\.displayName = /m.test(source))).toBe(true);
  for (const source of named.map(dropUnusedParts)) {
    expect(source).not.toMatch(/^\s*\w+\.(?:displayName|contextType) = /m);
    expect(source).not.toMatch(/= React\d*\.(?:forwardRef|memo|createContext)\(/);
  }
});
