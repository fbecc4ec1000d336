import * as v from 'valibot';
import {
  findUngrantedOrigins,
  isAllowedOrigin,
  listOutsideSources,
  listRequestedOrigins,
  outsideFields,
  relaxesPolicy,
} from './outside-origins';

const request = v.object(outsideFields);

test.each([
  ['connect', 'https://errors.example.com', true],
  ['image', 'https://*.tiles.example.com', true],
  ['image', 'https://tiles.example.com:8443', true],
  ['script', 'sha384-Ab+/=', true],
  ['connect', 'http://errors.example.com', false],
  ['connect', 'https://errors.example.com/in', false],
  ['connect', 'https://localhost', false],
  ['image', 'https://tiles.*.example.com', false],
  ['frame', 'https://film.example.com; script-src *', false],
  ['image', 'sha384-Ab+/=', false],
])('a request for %s of %s is valid: %s', (kind, source, isValid) => {
  expect(v.is(request, { [kind]: [source] })).toBe(isValid);
});

test.each([
  ['https://films.example.com/1', true],
  ['https://cdn.films.example.com/1', true],
  ['https://cdn.films.example.com.evil.test/1', false],
  ['https://cdnfilms.example.com/1', false],
  ['http://films.example.com/1', false],
  ['/1', false],
])('the address of a frame is allowed: %s, %s', (address, isAllowed) => {
  const sources = ['https://films.example.com', 'https://*.films.example.com'];
  expect(isAllowedOrigin(sources, address)).toBe(isAllowed);
});

test.each<[grants: string, site: Parameters<typeof relaxesPolicy>[0], isRelaxed: boolean]>([
  ['nothing', {}, false],
  ['an origin', { outside: { connect: { 'https://errors.example.com': ['pricing'] } } }, true],
  ['that Trusted Types are off', { trustedTypes: 'off' }, true],
  ['that Trusted Types are enforced', { trustedTypes: 'enforce' }, false],
])('a site that grants %s has relaxed policies: %s', (_what, site, isRelaxed) => {
  expect(relaxesPolicy(site)).toBe(isRelaxed);
});

test('the requests of an app are listed with their uses', () => {
  const outside = { connect: ['https://errors.example.com'], script: ['sha384-a'] };
  expect(listRequestedOrigins(outside)).toEqual([
    { kind: 'connect', source: 'https://errors.example.com' },
    { kind: 'script', source: 'sha384-a' },
  ]);
  expect(listRequestedOrigins()).toEqual([]);
});

test('a source of several releases is in a policy once, and a hash is quoted', () => {
  const releases = [
    { outside: { script: ['https://js.example.com', 'sha384-a'] } },
    { outside: { script: ['https://js.example.com'] } },
    {},
  ];
  expect(listOutsideSources(releases, 'script')).toEqual(['https://js.example.com', "'sha384-a'"]);
});

test('an ungranted origin is reported with the line that would grant it', () => {
  const tiles = 'https://tiles.example.com';
  const app = { app: 'pricing', outside: { connect: [tiles], script: ['https://js.example.com'] } };
  const grants = { connect: { [tiles]: ['signup'] } };
  expect(findUngrantedOrigins(grants, app)).toEqual([
    `it asks for ${tiles} (connect), which this site does not allow: to allow it, the owner of the host adds "${tiles}":["signup","pricing"] to site.outside.connect in the package.json that describes the site, and publishes the host.`,
    'it asks for https://js.example.com (script), which this site does not allow: to allow it, the owner of the host adds "https://js.example.com":["pricing"] to site.outside.script in the package.json that describes the site, and publishes the host. A script from another origin can change at any time, and can do anything in the page.',
  ]);
});

test('a grant names the app, or does not hold for it', () => {
  const app = { app: 'pricing', outside: { image: ['https://tiles.example.com'] } };
  const grantTo = (...apps: string[]) => ({ image: { 'https://tiles.example.com': apps } });
  expect(findUngrantedOrigins(grantTo('signup', 'pricing'), app)).toEqual([]);
  expect(findUngrantedOrigins(grantTo('signup'), app)).toHaveLength(1);
});
