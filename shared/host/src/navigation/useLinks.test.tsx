import type { PageRoute } from '../site-parts';
import { destinationAt, isPlain } from './useLinks';

const routes = ['/', '/signup', '/terms', '/privacy-policy', '*'].map((path): PageRoute => ({
  path,
  caseSensitive: true,
  title: path,
  search: false,
  element: path,
}));

/** Where a link inside the host leads from the page at `here`. */
function follow(href: string, { here = '/', basePath = '' } = {}, attributes = {}) {
  window.history.replaceState(null, '', here);
  const link = Object.assign(document.createElement('a'), { href, ...attributes });
  link.innerHTML = '<span>Go</span>';
  return destinationAt(link.firstElementChild, { basePath, routes });
}

test.each([
  ['/', '/'],
  ['/signup', '/signup'],
  ['/signup/', '/signup/'],
  ['/signup?from=card', '/signup?from=card'],
  ['/terms', '/terms'],
  ['/#pricing', '/#pricing'],
  ['#pricing', '/#pricing'],
  [`${window.location.origin}/privacy-policy`, '/privacy-policy'],
])('a link to %s stays in the tab as %s', (href, destination) => {
  expect(follow(href)).toBe(destination);
});

test.each([
  '/redirect/internal?serviceName=store-ui',
  '/img/pricing/pro.svg',
  '/nowhere',
  '/_site',
  'https://elsewhere.test/signup',
  window.location.origin.replace('http', 'https') + '/signup',
  `${window.location.origin}:8443/signup`,
  'mailto:help@shop.test',
  'javascript:void 0',
  `blob:${window.location.origin}/4f2a`,
  'http://[',
])('a link to %s is left to the browser', (href) => {
  expect(follow(href)).toBeNull();
});

test.each([
  ['the middle button', { button: 1 }],
  ['the meta key', { metaKey: true }],
  ['the control key', { ctrlKey: true }],
  ['the shift key', { shiftKey: true }],
  ['the alt key', { altKey: true }],
])('a click with %s is left alone', (_name, init) => {
  expect(isPlain(new MouseEvent('click'))).toBe(true);
  expect(isPlain(new MouseEvent('click', init))).toBe(false);
  // As is one that a handler took.
  const taken = new MouseEvent('click', { cancelable: true });
  taken.preventDefault();
  expect(isPlain(taken)).toBe(false);
});

test.each([
  ['a download', { download: 'form.pdf' }],
  ['a new tab', { target: '_blank' }],
  ['a named window', { target: 'help' }],
])('a link to %s is left to the browser', (_name, attributes) => {
  expect(follow('/signup', {}, attributes)).toBeNull();
});

test('a link that names its own window stays in the tab', () => {
  expect(follow('/signup', {}, { target: '_self' })).toBe('/signup');
});

test('in a preview the base path is taken off', () => {
  const preview = { here: '/preview/spring/', basePath: '/preview/spring' };
  expect(follow('/preview/spring/signup', preview)).toBe('/signup');
  expect(follow('/preview/spring#pricing', preview)).toBe('/#pricing');
  expect(follow('/preview/spring/#pricing', preview)).toBe('/#pricing');
});

test('a link out of a preview is left to the browser', () => {
  const preview = { here: '/preview/spring/', basePath: '/preview/spring' };
  expect(follow('/signup', preview)).toBeNull();
  expect(follow('/preview/springs/signup', preview)).toBeNull();
});

test('an anchor of the 404 page stays on it, a page that is not there is asked from the server', () => {
  expect(follow('#main', { here: '/no/such/page' })).toBe('/no/such/page#main');
  expect(follow('/no/other/page#main', { here: '/no/such/page' })).toBeNull();
});
