import { appTableOffences, boundaryOffences } from './boundaries';
import type { Manifest, Workspace } from './source-tree';

function workspace(folder: string, manifest: Partial<Manifest> = {}): Workspace {
  return {
    folder,
    manifest: {
      name: folder,
      workspaces: [],
      dependencies: {},
      devDependencies: {},
      optionalDependencies: {},
      peerDependencies: {},
      ...manifest,
    },
  };
}

const folders = ['host', 'remote-pricing', 'remote-signup', 'scripts', 'shared'];
const workspaces = folders.map((folder) => workspace(folder));

const offencesOf = (path: string, specifier: string, tree = workspaces): string[] =>
  boundaryOffences(tree, [{ path, imports: [{ specifier, line: 3 }] }]);

test.each([
  ['host/src/main.tsx', 'shared/contracts/plans'],
  ['remote-pricing/src/PricingSection.tsx', 'shared/toasts'],
  ['scripts/start.ts', 'shared/build/apps'],
  ['scripts/compose/render.test.ts', '../release/manifest'],
  ['host/webpack.config.ts', 'shared/build/webpack'],
  ['host/src/Header.tsx', './Header.module.css'],
  ['host/src/pages/Landing.tsx', '../Header'],
  ['host/src/main.tsx', 'react'],
  ['host/src/main.tsx', '@module-federation/enhanced/runtime'],
  ['host/src/main.tsx', 'shared-memory'],
  ['shared/tooling/build/webpack.ts', './apps'],
  ['shared/contracts/plans.test.ts', 'shared/contracts/plans'],
  ['host/src/Header.test.tsx', 'shared/testing/console'],
  ['host/src/Header.module.css', '/img/pricing/free.svg'],
])('%s may import %s', (path, specifier) => {
  expect(offencesOf(path, specifier)).toEqual([]);
});

test.each([
  ['host/src/main.tsx', 'remote-pricing/src/PricingSection', 'host may import shared'],
  ['host/src/main.tsx', 'remote-pricing', 'host may import shared'],
  ['host/src/main.tsx', 'scripts/start', 'host may import shared'],
  ['remote-pricing/src/a.ts', 'remote-signup/src/b', 'remote-pricing may import shared'],
  ['remote-pricing/src/a.ts', 'host/src/routes', 'remote-pricing may import shared'],
  ['scripts/start.ts', 'host/src/server', 'scripts may import shared'],
  ['shared/http/client.ts', 'host/src/routes', 'shared may import no other workspace'],
  ['shared/http/client.ts', 'scripts/start', 'shared may import no other workspace'],
  ['host/src/main.tsx', '../../remote-pricing/src/a', 'must not leave its workspace'],
  ['host/src/main.tsx', '../../shared/http/client', 'must not leave its workspace'],
  ['host/src/main.tsx', '../../../elsewhere', 'must not leave its workspace'],
  ['host/src/main.tsx', '../../node_modules/react/index', 'must not leave its workspace'],
  ['host/src/Header.module.css', '../../remote-pricing/src/x.css', 'must not leave its workspace'],
  ['host/src/main.tsx', '/home/me/host/src/a', 'an absolute path'],
  ['host/src/main.tsx', 'file:///a', 'an absolute path'],
  ['host/src/main.tsx', 'shared/build/apps', 'shared/build must not reach a browser'],
  ['shared/ui/Button.tsx', '../build/apps', 'shared/build must not reach a browser'],
  ['shared/ui/Button.tsx', '../testing/console', 'shared/testing must not reach a browser'],
])('%s must not import %s', (path, specifier, reason) => {
  const offences = offencesOf(path, specifier);
  expect(offences).toHaveLength(1);
  expect(offences[0]).toContain(`${path}:3 imports ${specifier}: `);
  expect(offences[0]).toContain(reason);
});

test('a new remote is guarded on its first day', () => {
  const tree = [...workspaces, workspace('remote-reviews')];
  expect(offencesOf('remote-reviews/src/a.ts', 'remote-pricing/src/b', tree)).toHaveLength(1);
  expect(offencesOf('remote-pricing/src/b.ts', 'remote-reviews/src/a', tree)).toHaveLength(1);
  expect(offencesOf('remote-reviews/src/a.ts', 'shared/toasts', tree)).toEqual([]);
});

test('a workspace of an unknown kind is named', () => {
  expect(boundaryOffences([...workspaces, workspace('tools')], [])).toEqual([
    'tools/: a workspace is host, remote-<name>, shared or scripts',
  ]);
});

test('a package.json must not open an edge that imports may not use', () => {
  const tree = [
    ...workspaces.filter(({ folder }) => folder !== 'host'),
    workspace('host', { dependencies: { shared: '1.0.0', 'remote-pricing': '1.0.0' } }),
  ];
  expect(boundaryOffences(tree, [])).toEqual([
    'host/package.json depends on remote-pricing: host may import shared',
  ]);
});

test('a workspace goes by the name of its folder', () => {
  expect(boundaryOffences([workspace('host', { name: 'shell' })], [])).toEqual([
    'host/package.json: its name is shell, not host',
  ]);
});

const app = (folder: string) => ({ folder });

test('a table that agrees with the folders passes', () => {
  const apps = [app('host'), app('remote-pricing'), app('remote-signup')];
  expect(appTableOffences(apps, workspaces, folders)).toEqual([]);
});

test('a folder without an app, an app without a folder and a forgotten workspace are named', () => {
  const apps = [app('host'), app('remote-signup'), app('remote-old')];
  expect(appTableOffences(apps, workspaces, [...folders.slice(1), 'remote-old'])).toEqual([
    'remote-pricing: not in the table of shared/build/apps.ts',
    'shared/build/apps.ts: there is no folder remote-old',
    'package.json: workspaces lacks host',
    'package.json: there is no workspace remote-old',
  ]);
});
