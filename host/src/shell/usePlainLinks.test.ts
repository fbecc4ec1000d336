import { destinationOf, isPlain } from './usePlainLinks';
import { signInPath } from '@shopwright/shared/contracts/site-links';

const plain = {
  button: 0,
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  defaultPrevented: false,
};

const site = 'https://shop.test';

interface Options {
  readonly here?: string;
  readonly base?: string;
  readonly target?: string;
  readonly attributes?: readonly string[];
}

function follow(href: string, click: Partial<typeof plain> = {}, options: Options = {}) {
  const { here = '/', base = '', target = '', attributes = [] } = options;
  const link = {
    href: URL.canParse(href, site + here) ? new URL(href, site + here).href : href,
    target,
    hasAttribute: (name: string) => attributes.includes(name),
  };
  return isPlain({ ...plain, ...click } as MouseEvent)
    ? destinationOf(link as HTMLAnchorElement, site + here, base)
    : null;
}

test.each([
  ['/', '/'],
  ['/signup', '/signup'],
  ['/signup/', '/signup/'],
  ['/signup?from=card', '/signup?from=card'],
  ['/terms', '/terms'],
  ['/#pricing', '/#pricing'],
  ['#pricing', '/#pricing'],
  ['https://shop.test/privacy-policy', '/privacy-policy'],
])('a plain click on %s stays in the tab as %s', (href, destination) => {
  expect(follow(href)).toBe(destination);
});

test.each([
  signInPath,
  '/img/pricing/pro.svg',
  '/nowhere',
  '/_site',
  'https://elsewhere.test/signup',
  'http://shop.test/signup',
  'https://shop.test:8443/signup',
  'mailto:help@shop.test',
  'javascript:void 0',
  'blob:https://shop.test/4f2a',
  'http://[',
])('a click on %s is left to the browser', (href) => {
  expect(follow(href)).toBeNull();
});

test.each([
  ['the middle button', { button: 1 }],
  ['the meta key', { metaKey: true }],
  ['the control key', { ctrlKey: true }],
  ['the shift key', { shiftKey: true }],
  ['the alt key', { altKey: true }],
  ['a handler that took it', { defaultPrevented: true }],
])('a click with %s is left alone', (_name, click) => {
  expect(follow('/signup', click)).toBeNull();
});

test.each([
  ['a download', { attributes: ['download'] }],
  ['a new tab', { target: '_blank' }],
  ['a named window', { target: 'help' }],
])('a link to %s is left to the browser', (_name, options) => {
  expect(follow('/signup', {}, options)).toBeNull();
});

test('a link that names its own window stays in the tab', () => {
  expect(follow('/signup', {}, { target: '_self' })).toBe('/signup');
});

test('in a preview the base path is taken off', () => {
  const preview = { here: '/preview/spring/', base: '/preview/spring' };
  expect(follow('/preview/spring/signup', {}, preview)).toBe('/signup');
  expect(follow('/preview/spring#pricing', {}, preview)).toBe('/#pricing');
  expect(follow('/preview/spring/#pricing', {}, preview)).toBe('/#pricing');
});

test('a link out of a preview is left to the browser', () => {
  const preview = { here: '/preview/spring/', base: '/preview/spring' };
  expect(follow('/signup', {}, preview)).toBeNull();
  expect(follow('/preview/springs/signup', {}, preview)).toBeNull();
});

test('an anchor of the 404 page stays on it, a page that is not there is asked from the server', () => {
  expect(follow('#main', {}, { here: '/no/such/page' })).toBe('/no/such/page#main');
  expect(follow('/no/other/page#main', {}, { here: '/no/such/page' })).toBeNull();
});
