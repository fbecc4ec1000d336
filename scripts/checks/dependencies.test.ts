import { dependencyOffences } from './dependencies';
import type { Manifest } from './source-tree';

const packageWith = (manifest: Partial<Manifest>) => [
  {
    folder: 'host',
    manifest: {
      name: 'host',
      workspaces: [],
      dependencies: {},
      devDependencies: {},
      optionalDependencies: {},
      peerDependencies: {},
      ...manifest,
    },
  },
];
const lockOf = (packages: object): string => JSON.stringify({ lockfileVersion: 3, packages });

test.each(['1.2.3', '1.2.3-beta.1', '0.0.0-20260101'])('%s is one version', (version) => {
  expect(dependencyOffences(packageWith({ dependencies: { a: version } }), lockOf({}))).toEqual([]);
});

test.each(['^1.2.3', '~1.2.3', '1.2', '*', 'latest', '>=1.0.0', 'file:../a', 'github:a/b'])(
  '%s is not one version',
  (version) => {
    expect(
      dependencyOffences(packageWith({ devDependencies: { a: version } }), lockOf({})),
    ).toEqual([`host/package.json: a is ${version}, not one version`]);
  },
);

test('a peer range is a contract and stays a range', () => {
  const packages = packageWith({ peerDependencies: { react: '^19.0.0' } });
  expect(dependencyOffences(packages, lockOf({}))).toEqual([]);
});

test('an address in the lockfile is named, a link to a workspace is not', () => {
  const lock = lockOf({
    '': {},
    'node_modules/host': { resolved: 'host', link: true },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/b': { resolved: 'https://registry.example/b.tgz' },
    'node_modules/c': { resolved: 'git+ssh://git@example/c.git' },
  });
  expect(dependencyOffences(packageWith({}), lock)).toEqual([
    'package-lock.json: node_modules/b comes from https://registry.example/b.tgz',
    'package-lock.json: node_modules/c comes from git+ssh://git@example/c.git',
  ]);
});

test('a part for another kind of machine that the lockfile lacks is named', () => {
  const needs = (...names: string[]) => ({
    optionalDependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
  });
  const lock = lockOf({
    'node_modules/a': needs('a-mac', 'a-windows'),
    'node_modules/a-mac': {},
    'node_modules/b/node_modules/a': needs('a-mac', 'a-linux'),
    'node_modules/b/node_modules/a-linux': {},
    'scripts/node_modules/c': needs('a-mac', 'c-mac', 'c-linux'),
    'scripts/node_modules/c-linux': {},
  });
  expect(dependencyOffences(packageWith({}), lock)).toEqual([
    'package-lock.json: node_modules/a lacks its part a-windows',
    'package-lock.json: scripts/node_modules/c lacks its part c-mac',
  ]);
});

test('a lockfile that is not one is refused', () => {
  expect(() => dependencyOffences(packageWith({}), '{}')).toThrow();
});
