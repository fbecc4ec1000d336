import path from 'node:path';
import { temporaryFolder, writeFiles } from '@composed/build/testing/temporary-folder';
import { appNamed, findApps } from './apps';
import { workspaceRoot } from './workspaces';

let root: string;
const site = { provides: { links: true }, providesVersion: 1, shares: {}, services: ['/store'] };
beforeEach(() => {
  root = temporaryFolder();
  write('node_modules/shared', { name: 'shared', site });
});

const write = (folder: string, document: object) =>
  writeFiles(root, { [`${folder}/package.json`]: document });

/** Of an app that names the package of its site. */
const shares = { peerDependencies: { shared: '1' } };
const section = { import: './src/Reviews', props: { links: true } };
const reviews = { name: 'reviews', exposes: { './Reviews': section }, port: 3004 };

test('the apps of this repository are its workspaces that describe themselves', () => {
  const [host, ...remotes] = findApps().map(({ name, folder }) => `${name} in ${folder}`);
  expect(host).toBe('host in host');
  expect(remotes).toEqual(
    expect.arrayContaining(['pricing in remote-pricing', 'signup in remote-signup']),
  );
  expect(appNamed('pricing').exposes['./PricingSection']?.calls).toEqual([
    '/subscription/api/v1/subscription-plan/public/tables',
  ]);
});

test('the host comes first, whatever the order of the workspaces, and other packages are no apps', () => {
  write('.', { workspaces: ['team/*', 'shell'], ...shares });
  write('team/reviews', { name: '@team/reviews', microFrontend: reviews });
  write('team/helpers', {});
  write('shell', { name: 'shell', microFrontend: { name: 'host', port: 3000 } });
  expect(findApps(root)).toEqual([
    { name: 'host', folder: 'shell', source: 'shell', port: 3000, exposes: {}, calls: [] },
    { ...reviews, folder: 'team/reviews', source: '@team/reviews', calls: [] },
  ]);
});

test('an app in a repository of its own is found from within it', () => {
  const source = 'github:team/reviews';
  write('.', { name: 'reviews', repository: { url: source }, microFrontend: reviews, ...shares });
  expect(findApps(root)).toEqual([{ ...reviews, folder: '.', source, calls: [] }]);
  expect(workspaceRoot(path.join(root, 'src'))).toBe(root);
});

test('a folder belongs to the root whose workspace it is, and to no other one above', () => {
  write('.', { workspaces: ['remote-*'], ...shares });
  write('remote-reviews', { microFrontend: reviews });
  write('elsewhere', { microFrontend: reviews });
  expect(workspaceRoot(path.join(root, 'remote-reviews'))).toBe(root);
  expect(workspaceRoot(path.join(root, 'elsewhere'))).toBe(path.join(root, 'elsewhere'));
});

test('every dev server moves with DEV_PORT', () => {
  write('.', { microFrontend: reviews, ...shares });
  process.env['DEV_PORT'] = '4100';
  expect(findApps(root)[0]?.port).toBe(4104);
  delete process.env['DEV_PORT'];
});

test.each([
  [{ ...reviews, name: '../host' }, 'microFrontend.name" must be lower-case letters'],
  [{ ...reviews, port: '3001' }, 'microFrontend.port" Invalid type'],
  [{ ...reviews, exposes: { Reviews: section } }, 'must be such as "./ReviewsSection"'],
  [
    { ...reviews, exposes: { './Reviews': { ...section, props: { currency: true } } } },
    'takes "currency", which is not on offer',
  ],
  [{ ...reviews, calls: ['//elsewhere.example'] }, 'must be a path of this site'],
  [{ ...reviews, budget: { scripts: 9000 } }, 'microFrontend.budget.scripts" Invalid key'],
  [{ ...reviews, expose: {} }, 'microFrontend.expose" Invalid key'],
])('an app that describes itself wrongly is named with the place: %j', (microFrontend, reason) => {
  write('.', { microFrontend, ...shares });
  expect(() => findApps(root)).toThrow(`${path.join(root, 'package.json')}: "`);
  expect(() => findApps(root)).toThrow(reason);
});

test('a site that is described wrongly is named with the place', () => {
  write('node_modules/shared', { name: 'shared', site: { ...site, services: ['store'] } });
  write('.', { microFrontend: reviews, ...shares });
  expect(() => findApps(root)).toThrow('"site.services.0" must be such as "/store".');
});

test('two apps of the same name, or with the same port, are named', () => {
  write('.', { workspaces: ['one', 'two'], ...shares });
  write('one', { microFrontend: reviews });
  write('two', { microFrontend: reviews });
  expect(() => findApps(root)).toThrow('one and two have the same name, reviews.');
  write('two', { microFrontend: { ...reviews, name: 'blog' } });
  expect(() => findApps(root)).toThrow('one and two have the same port, 3004.');
});
