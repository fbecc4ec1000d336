import { isPageAddress, createPagePathPattern, resolvePath } from './url-routing';

test.each([
  ['/signup', 'page', 'live', 'signup.html'],
  ['/signup///', 'page', 'live', 'signup.html'],
  ['//', 'page', 'live', 'index.html'],
  ['/sign%75p', 'page', 'live', 'signup.html'],
  ['/preview/spring/signup', 'page', 'previews/spring', 'signup.html'],
  ['/guides/first-steps', 'page', 'live', 'guides/first-steps.html'],
  ['/guides/first-steps//', 'page', 'live', 'guides/first-steps.html'],
  ['/preview/spring/guides/a', 'page', 'previews/spring', 'guides/a.html'],
  ['/previews/assets', 'page', 'live', 'previews/assets.html'],
  ['/preview/spring/assets/pricing/entry.0a.js', 'missing', 'previews/spring', '404.html'],
  ['/assets/pricing/entry.0a.js', 'asset', 'assets', 'pricing/entry.0a.js'],
  // Every JavaScript object has a property of this name, which is no file.
  ['/constructor', 'page', 'live', 'constructor.html'],
])('%s is the %s in %s: %s', (path, kind, folder, file) => {
  expect(resolvePath(path)).toEqual({ kind, folder, file });
});

test.each([
  '/signup.html',
  '/guides/first-steps.html',
  '/guides//first-steps',
  '/private/page',
  '/Mine.HTML',
  '/mine.htm',
  '/assets/pricing/mine.xhtml',
  '/assets/pricing/entry.0a.js.BR',
  '/assets/pricing/entry.0a.js.br',
  '/assets/..%2f..%2fledger/00000001.json',
  '/..',
  '/../ledger/00000001.json',
  '/%2e%2e/ledger',
  '/.aside/x',
  '/releases/host/0123456789ab/server.cjs',
  '/releases/host/0123456789ab/maps/main.0123456789ab.js.map',
  '/private/releases/host/0123456789ab/maps/main.0123456789ab.js.map',
  '/deployments/aaa.json',
  '/preview/..',
  '/preview/%2e%2e/live',
  '/preview/',
  '/sign\\up',
  '/%00',
  '/%',
  '/%E0%A4%A',
])('%s leads to no page and no file of the store', (path) => {
  expect(resolvePath(path).kind).toBe('missing');
});

test.each(['a', '/', '%61', '/preview/spring'])('a long path of %s leads nowhere', (part) => {
  expect(resolvePath(`/signup${part.repeat(1024)}`).kind).toBe('missing');
});

test.each([
  '/index',
  '/404',
  '/assets',
  '/assets/a',
  '/preview/spring',
  '/private/a',
  '/_site',
  '/_telemetry',
  '',
  'signup',
  '//',
  '/signup/',
  '/a//b',
  '/../live',
  '/v1.2',
  '/robots.txt',
  '/a b',
  '/*',
])('no page has the address "%s"', (address) => {
  expect(isPageAddress(address)).toBe(false);
  if (address.startsWith('/_') || address === '') return;
  expect(resolvePath(address)).not.toMatchObject({
    kind: 'page',
    file: `${address.slice(1)}.html`,
  });
});

test('no page has an address of a service', () => {
  const pattern = new RegExp(`^${createPagePathPattern(['/store', '/oauth2'])}$`);
  const tried = ['store', 'store/plans', 'oauth2', 'stores', 'guides/store'];
  expect(tried.filter((name) => pattern.test(name))).toEqual(['stores', 'guides/store']);
});

test.each(['/', '*', '/signup', '/guides/first-steps', '/assets-of-ours', '/stores'])(
  'a page may have the address %s',
  (address) => expect(isPageAddress(address)).toBe(true),
);
