import * as v from 'valibot';
import { appName, pageRow, parseReleaseManifest, trustedTypesPolicy } from './release-manifest';

const listedFile = { bytes: 1, integrity: `sha256-${'a'.repeat(43)}=` };
const reviews = {
  app: 'reviews',
  version: '0123456789abcdef0123456789abcdef',
  providesVersion: 1,
  entry: 'entry.0a.js',
  global: 'remote_reviews',
  files: { 'entry.0a.js': listedFile },
  server: listedFile,
  maps: {},
  exposes: { './Reviews': { scripts: ['entry.0a.js'], styles: [], calls: ['/api/reviews/:id'] } },
  shared: { react: '^19.0.0' },
  builtAt: '2026-03-01T00:00:00.000Z',
  commit: null,
  source: 'remote-reviews',
};

const parse = (changes: object) => parseReleaseManifest(JSON.stringify({ ...reviews, ...changes }));

test('a manifest is read with the fields of a newer platform', () => {
  expect(parse({ later: { a: 1 } })).toEqual({ ...reviews, later: { a: 1 } });
});

function withModule(fields: object) {
  return { exposes: { './Reviews': { scripts: ['entry.0a.js'], styles: [], ...fields } } };
}

test.each<[field: string, changes: object]>([
  ['version', { version: 'v2' }],
  ['global', { global: 'alert(1)' }],
  ['entry', { entry: '../host/main.js' }],
  ['files.entry.0a.js.integrity', { files: { 'entry.0a.js': { bytes: 1, integrity: 'md5-a' } } }],
  ['files.//elsewhere.example/a.js', { files: { '//elsewhere.example/a.js': listedFile } }],
  ['shared.react', { shared: { react: '19\u001B[2J' } }],
  ['trustedTypes.0', { trustedTypes: ['default'] }],
  ['exposes../Reviews.calls.0', withModule({ calls: ['https://elsewhere.example/'] })],
  ['exposes../Reviews.props.links', withModule({ props: { links: false } })],
  ['exposes../Reviews.given.stars', withModule({ given: { stars: 'date' } })],
  ['exposes../Reviews.parts.Stars', withModule({ parts: { Stars: true } })],
])('an invalid field is named: %s', (field, changes) => {
  expect(() => parse(changes)).toThrow(`${field}: `);
});

test.each(['', 'null', '{"app":'])('a text that is no manifest is refused: %s', (text) => {
  expect(() => parseReleaseManifest(text)).toThrow('its root: ');
});

test.each([
  ['reviews', true],
  ['size-guide-2', true],
  ['remote-entries', false],
  ['constructor', false],
  ['default', false],
  ['Reviews', false],
  ['size_guide', false],
  ['size--guide', false],
  ['../host', false],
  ['a'.repeat(51), false],
])('an app may be called %s: %s', (name, isValid) => {
  expect(v.is(appName, name)).toBe(isValid);
});

test.each([
  ['vue', true],
  ['goog#html', true],
  ['default', false],
  ["vue 'allow-duplicates'", false],
])('a Trusted Types policy may be called %s: %s', (name, isValid) => {
  expect(v.is(trustedTypesPolicy, name)).toBe(isValid);
});

test.each([
  [{}, true],
  [{ path: '/product/:id', data: 'products', title: '{name}' }, true],
  [{ alternates: { de: '/de/reviews', 'x-default': '/reviews' } }, true],
  [{ path: 'reviews' }, false],
  [{ path: '/..' }, false],
  [{ title: '' }, false],
  [{ canonical: 'https://elsewhere.example/' }, false],
  [{ alternates: { 'de!': '/de' } }, false],
  [{ tilte: 'Reviews' }, false],
])('a row of pages with %j is valid: %s', (fields, isValid) => {
  const row = { path: '/reviews', module: './Reviews', title: 'Reviews', ...fields };
  expect(v.is(pageRow, row)).toBe(isValid);
});
