import { readFileSync } from 'node:fs';
import path from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import { temporaryFolder, writeFiles } from '@composed/build/jest/temporary-folder';
import { appSchema, findApps } from './apps';
import { siteSchema } from './site-description';
import { findWorkspaceRoot } from './workspaces';

let root: string;
const site = { provides: { links: true }, providesVersion: 1, shares: {}, services: ['/store'] };
beforeEach(() => {
  root = temporaryFolder();
  write('node_modules/shared', { name: 'shared', site });
});

const write = (folder: string, document: object) =>
  writeFiles(root, { [`${folder}/package.json`]: document });

/** The fields of an app that names its site’s package. */
const shares = { peerDependencies: { shared: '1' } };
const section = { import: './src/Reviews', props: { links: true } };
const reviews = { name: 'reviews', exposes: { './Reviews': section }, port: 3004 };

test('the host comes first in any order of workspaces, and other packages are no apps', () => {
  write('.', { workspaces: ['team/*', 'shell'], ...shares });
  write('team/reviews', { name: '@team/reviews', microFrontend: reviews });
  write('team/helpers', {});
  write('shell', { name: 'shell', microFrontend: { name: 'host', port: 3000 } });
  expect(findApps(root)).toEqual([
    { name: 'host', folder: 'shell', source: 'shell', port: 3000, exposes: {} },
    { ...reviews, folder: 'team/reviews', source: '@team/reviews' },
  ]);
});

test('an app in its own repository is found from inside that repository', () => {
  const source = 'github:team/reviews';
  write('.', { name: 'reviews', repository: { url: source }, microFrontend: reviews, ...shares });
  expect(findApps(root)).toEqual([{ ...reviews, folder: '.', source }]);
  expect(findWorkspaceRoot(path.join(root, 'src'))).toBe(root);
});

test('a folder belongs to the root that lists it as a workspace', () => {
  write('.', { workspaces: ['remote-*'], ...shares });
  write('remote-reviews', { microFrontend: reviews });
  write('elsewhere', { microFrontend: reviews });
  expect(findWorkspaceRoot(path.join(root, 'remote-reviews'))).toBe(root);
  expect(findWorkspaceRoot(path.join(root, 'elsewhere'))).toBe(path.join(root, 'elsewhere'));
});

test('DEV_PORT shifts the port of every dev server', () => {
  write('.', { microFrontend: reviews, ...shares });
  process.env['DEV_PORT'] = '4100';
  expect(findApps(root)[0]?.port).toBe(4104);
  delete process.env['DEV_PORT'];
});

test.each([
  [{ ...reviews, name: '../host' }, 'microFrontend.name" must begin with a letter'],
  [{ ...reviews, port: '3001' }, 'microFrontend.port" Invalid type'],
  [{ ...reviews, exposes: { Reviews: section } }, 'must be such as "./ReviewsSection"'],
  [
    { ...reviews, exposes: { './Reviews': { ...section, props: { currency: true } } } },
    'takes "currency", which hosts provide to no remote',
  ],
  [
    { ...reviews, exposes: { './Reviews': { ...section, calls: ['//elsewhere.example'] } } },
    'must be a path of this site',
  ],
  [
    { ...reviews, budget: { scripts: 9000 } },
    'microFrontend.budget.scripts" is no field: did you mean "script"?',
  ],
  [{ ...reviews, expose: {} }, 'microFrontend.expose" is no field: did you mean "exposes"?'],
  [{ ...reviews, colour: 1 }, 'is no field: there are name, exposes, data,'],
  [{ ...reviews, foo: 1 }, 'foo" is no field: there are name,'],
  [
    { ...reviews, exposes: { './Reviews': { ...section, prop: {} } } },
    '"microFrontend.exposes../Reviews.prop" is no field: did you mean "props"?',
  ],
  [
    { ...reviews, pages: [{ path: '/', module: './Reviews', titel: 'R', description: '' }] },
    'microFrontend.pages.0.title" Invalid key: Expected "title"',
  ],
])('an app that describes itself wrongly is named with the field: %j', (microFrontend, reason) => {
  write('.', { microFrontend, ...shares });
  expect(() => findApps(root)).toThrow(`${path.join(root, 'package.json')}: "`);
  expect(() => findApps(root)).toThrow(reason);
});

test.each([
  [{ services: ['store'] }, '"site.services.0" must be such as "/store".'],
  [{ language: 'de' }, '"site.language" is no field: there are lang, dir,'],
  [{ lang: 'German!' }, '"site.lang" must be such as "de" or "pt-BR".'],
  [{ dir: 'left' }, '"site.dir" must be "ltr" or "rtl".'],
  [{ outside: { images: {} } }, '"site.outside.images" is no field: did you mean "image"?'],
  [
    { outside: { image: { 'http://a.example': ['blog'] } } },
    '"site.outside.image.http://a.example" must be an origin, such as',
  ],
  [{ trustedTypes: 'none' }, '"site.trustedTypes" must be "enforce" or "off".'],
  [{ texts: { parts: 'Teile' } }, '"site.texts.parts" is no field: did you mean "part"?'],
  [{ texts: { part: '<b>' } }, '"site.texts.part" must be one line of text'],
])('a site that is described wrongly is named with the field: %j', (wrong, reason) => {
  write('node_modules/shared', { name: 'shared', site: { ...site, ...wrong } });
  write('.', { microFrontend: reviews, ...shares });
  expect(() => findApps(root)).toThrow(reason);
});

test('the JSON Schema for editors equals the schema of the commands', () => {
  const properties = {
    microFrontend: toJsonSchema(appSchema, { typeMode: 'input' }),
    site: toJsonSchema(siteSchema, { typeMode: 'input' }),
  };
  const schema = { title: 'package.json of an app, or of a site', properties };
  const file = path.join(import.meta.dirname, 'package.schema.json');
  // To write the file again, print the schema here and run `npm run format`.
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema)));
});

test('two apps with the same name or port are refused by their folders', () => {
  write('.', { workspaces: ['one', 'two'], ...shares });
  write('one', { microFrontend: reviews });
  write('two', { microFrontend: reviews });
  expect(() => findApps(root)).toThrow('one and two have the same name, reviews.');
  write('two', { microFrontend: { ...reviews, name: 'blog' } });
  expect(() => findApps(root)).toThrow('one and two have the same port, 3004.');
});
