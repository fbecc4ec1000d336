import { createModuleSource } from '../remotes/module-source';
import type { PageRoute } from '../site/site-config';
import { isPlain } from '../hydration/recorded-interactions';
import { destinationAt } from './useLinks';

const load = () => Promise.resolve();
const pins = {
  remotes: {
    signup: { version: '1', entry: '', global: '', exposes: { './SignupPage': {} }, styles: [] },
  },
};
const sources = new Map(
  ['signup/SignupPage', 'blog/BlogPage'].map((id) => [id, createModuleSource(id, load, pins)]),
);

const modulesByPath = new Map([
  ['/signup', ['signup/SignupPage']],
  ['/blog', ['blog/BlogPage']],
]);

const routes = (
  ['/', '/signup', '/blog', '/terms', '/privacy-policy', '/ar', '/rtl', '*'] as const
).map((path): PageRoute => ({
  path,
  caseSensitive: true,
  title: path,
  ...(path === '/ar' && { lang: 'ar', dir: 'rtl' }),
  ...(path === '/rtl' && { dir: 'rtl' }),
  search: false,
  element: path,
  modules: modulesByPath.get(path) ?? [],
}));

/** Where a link inside the host leads from the page at `here`. */
function follow(href: string, { here = '/', basePath = '' } = {}, attributes = {}) {
  window.history.replaceState(null, '', here);
  const link = Object.assign(document.createElement('a'), { href, ...attributes });
  link.innerHTML = '<span>Go</span>';
  return destinationAt(link.firstElementChild, { basePath, routes, sources, nesting: {} });
}

const { origin } = window.location;

test.each([
  ['/', '/'],
  ['/signup/', '/signup/'],
  ['/signup?from=card', '/signup?from=card'],
  ['/#pricing', '/#pricing'],
  ['#pricing', '/#pricing'],
  [`${origin}/privacy-policy`, '/privacy-policy'],
])('a link to %s stays in the tab as %s', (href, destination) => {
  expect(follow(href)).toBe(destination);
  expect(follow(href, {}, { target: '_self' })).toBe(destination);
  expect(follow(href, {}, { target: '_blank' })).toBeNull();
  expect(follow(href, {}, { download: 'form.pdf' })).toBeNull();
});

test.each([
  // Shows a remote that the page does not pin.
  '/blog',
  // Is in another language, which its document says.
  '/ar',
  '/rtl',
  '/redirect/internal?serviceName=store-ui',
  '/nowhere',
  '/_site',
  'https://elsewhere.test/signup',
  origin.replace('http', 'https') + '/signup',
  `${origin}:8443/signup`,
  'mailto:help@shop.test',
  'javascript:void 0',
  `blob:${origin}/4f2a`,
  'http://[',
])('a link to %s is left to the browser', (href) => {
  expect(follow(href)).toBeNull();
});

test.each([
  { button: 1 },
  { metaKey: true },
  { ctrlKey: true },
  { shiftKey: true },
  { altKey: true },
])('a click with %j is left to the browser, like one that a handler has prevented', (init) => {
  expect(isPlain(new MouseEvent('click'))).toBe(true);
  expect(isPlain(new MouseEvent('click', init))).toBe(false);
  const taken = new MouseEvent('click', { cancelable: true });
  taken.preventDefault();
  expect(isPlain(taken)).toBe(false);
});

test('in a preview the base path is removed, and a link out of the preview is left to the browser', () => {
  const preview = { here: '/preview/spring/', basePath: '/preview/spring' };
  expect(follow('/preview/spring/signup', preview)).toBe('/signup');
  expect(follow('/preview/spring#pricing', preview)).toBe('/#pricing');
  expect(follow('/preview/spring/#pricing', preview)).toBe('/#pricing');
  expect(follow('/signup', preview)).toBeNull();
  expect(follow('/preview/springs/signup', preview)).toBeNull();
});

test('a page in another language handles only links to its own anchors', () => {
  expect(follow('/ar#main', { here: '/ar' })).toBe('/ar#main');
  expect(follow('/terms', { here: '/ar' })).toBeNull();
});

test('an anchor of the 404 page stays on it, and a missing page is requested from the server', () => {
  expect(follow('#main', { here: '/no/such/page' })).toBe('/no/such/page#main');
  expect(follow('/no/other/page#main', { here: '/no/such/page' })).toBeNull();
});
