import { activeFilePolicy, headersOf, hstsHeaders, findHstsScope } from './headers';

const live = { hstsScope: null, preview: false };

test.each([
  ['page', 'no-cache, no-transform'],
  ['missing', 'no-cache, no-transform'],
  ['root-file', 'max-age=3600'],
  ['asset', 'max-age=31536000, immutable'],
] as const)('browsers keep a response of kind %s as %s says', (kind, cacheControl) => {
  expect(headersOf(kind, live)).toMatchObject({
    'Cache-Control': cacheControl,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
});

test('a page may not be framed, loads only scripts with a hash, and gets no camera', () => {
  const headers = headersOf('page', live);
  expect(headers).toMatchObject({
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Integrity-Policy': 'blocked-destinations=(script)',
  });
  expect(headers['Permissions-Policy']).toContain('camera=()');
  expect(headers['Content-Security-Policy']).toContain("frame-ancestors 'none'");
});

test('the header of a page leaves scripts, styles and calls to the policy in the page', () => {
  expect(headersOf('page', live)['Content-Security-Policy']).not.toMatch(
    /(?:default|script|style|connect)-src/,
  );
});

test('on a site with other origins, pages state their policy for pictures, fonts and frames themselves', () => {
  const headers = headersOf('page', { ...live, relaxesPolicy: true });
  expect(headers['Content-Security-Policy']).not.toMatch(/(?:img|font|child)-src|trusted-types/);
  expect(headers).not.toHaveProperty('Cross-Origin-Embedder-Policy');
  expect(headersOf('asset', { ...live, relaxesPolicy: true })).toEqual(headersOf('asset', live));
});

test.each([
  ['logo.svg', activeFilePolicy],
  ['SITEMAP.XML', activeFilePolicy],
  ['photo.webp', undefined],
])('a file that may hold scripts is sandboxed: %s', (file, policy) => {
  expect(headersOf('root-file', live, file)['Content-Security-Policy']).toBe(policy);
});

test.each([
  ['page', 'noindex'],
  ['root-file', 'noindex'],
] as const)('search engines leave a %s of a preview out', (kind, expected) => {
  expect(headersOf(kind, { ...live, preview: true })['X-Robots-Tag']).toBe(expected);
  expect(headersOf(kind, live)).not.toHaveProperty('X-Robots-Tag');
});

test.each([
  ['http://localhost:8080', undefined, undefined],
  ['https://shop.example.com', undefined, 'max-age=63072000'],
  ['https://shop.example.com', 'subdomains', 'max-age=63072000; includeSubDomains'],
  ['https://shop.example.com', 'preload', 'max-age=63072000; includeSubDomains; preload'],
] as const)('HSTS of %s for %s: %s', (siteUrl, hsts, expected) => {
  const headers = hstsHeaders(findHstsScope(siteUrl, hsts));
  expect(headers['Strict-Transport-Security']).toBe(expected);
});

test('only pages carry HSTS', () => {
  const overTls = { hstsScope: 'host', preview: false } as const;
  expect(headersOf('page', overTls)).toHaveProperty('Strict-Transport-Security');
  expect(headersOf('asset', overTls)).not.toHaveProperty('Strict-Transport-Security');
});
