import { placeOf } from './places';

test.each([
  ['/', 'index.html'],
  ['/signup', 'signup.html'],
  ['/signup/', 'signup.html'],
  ['/sign%75p', 'signup.html'],
])('%s is the live page %s', (path, file) => {
  expect(placeOf(path)).toMatchObject({ kind: 'page', folder: 'live', file });
});

test.each([
  ['/preview/spring', 'index.html'],
  ['/preview/spring/signup', 'signup.html'],
])('%s is the page %s of the preview', (path, file) => {
  expect(placeOf(path)).toMatchObject({ kind: 'page', folder: 'previews/spring', file });
});

test('files of releases are one place for live and previews', () => {
  expect(placeOf('/assets/pricing/entry.0a.js')).toMatchObject({
    kind: 'asset',
    folder: 'assets',
    file: 'pricing/entry.0a.js',
  });
  expect(placeOf('/preview/spring/assets/pricing/entry.0a.js').kind).toBe('missing');
});

test.each(['/robots.txt', '/favicon.ico', '/site.webmanifest'])(
  '%s is a file of the root',
  (path) => {
    expect(placeOf(path)).toMatchObject({ kind: 'root-file', folder: 'live', file: path.slice(1) });
  },
);

test('a missing page of a preview is missing in the preview', () => {
  expect(placeOf('/preview/spring/nothing/here')).toMatchObject({
    kind: 'missing',
    folder: 'previews/spring',
  });
});

test.each([
  '/index.html',
  '/index.html.br',
  '/robots.txt.gz',
  '/signup.html',
  '/assets/pricing/entry.0a.js.br',
  '/assets/',
  '/assets/..%2f..%2fledger/00000001.json',
  '/..',
  '/../ledger/00000001.json',
  '/%2e%2e/ledger',
  '/.aside/x',
  '/ledger/00000001.json',
  '/releases/host/0123456789ab/server.cjs',
  '/releases/host/0123456789ab/maps/main.0123456789ab.js.map',
  '/private/releases/host/0123456789ab/maps/main.0123456789ab.js.map',
  '/compositions/aaa.json',
  '/preview/..',
  '/preview/%2e%2e/live',
  '/preview/a%2fb/',
  '/preview/',
  '//signup',
  '/sign\\up',
  '/%00',
  '/%',
  '/%E0%A4%A',
])('%s leads to no page and no file of the store', (path) => {
  expect(placeOf(path).kind).toBe('missing');
});

test('a name that objects have by nature is a file that is not there', () => {
  expect(placeOf('/constructor')).toMatchObject({ kind: 'root-file', folder: 'live' });
});
