import { UsageError } from './errors.mjs';
import { readEnvironment as readTyped } from './environment';

const variables = { catalog: 'CATALOG_URL', accounts: 'ACCOUNTS_URL' };
const readEnvironment = (env: Readonly<Record<string, string>>) => readTyped(env, variables);

function refusal(env: Record<string, string>): string {
  try {
    readEnvironment(env);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('The environment was accepted.');
}

test('an empty value counts as unset, and the default public address follows the port', () => {
  expect(readEnvironment({ PORT: '9000', SITE_URL: '', ACCOUNTS_URL: '' })).toEqual({
    ...readEnvironment({}),
    port: 9000,
    explicitPort: 9000,
    siteUrl: 'http://localhost:9000',
  });
});

test('only named proxies are trusted', () => {
  expect(readEnvironment({ TRUSTED_PROXIES: '127.0.0.1, 2001:db8::/32' }).trustedProxies).toEqual([
    '127.0.0.1',
    '2001:db8::/32',
  ]);
  for (const value of ['all', '10.0.0.0/33', '10.0.0.1,', 'loopback', '::1/x', '1.2.3']) {
    expect(refusal({ TRUSTED_PROXIES: value })).toMatch(/^TRUSTED_PROXIES is ".*networks of the/);
  }
});

test.each([
  [{ DEV_PORT: '4000' }, { devPort: 4000 }],
  [{ DEV_URL: 'https://{port}.dev.example' }, { devUrl: 'https://{port}.dev.example' }],
  [{ DEV_URL: 'http://192.168.1.20:{port}' }, { devUrl: 'http://192.168.1.20:{port}' }],
  [{ HSTS: 'preload' }, { hsts: 'preload' }],
  [{ STATUS_TOKEN: 'a1_-'.repeat(8) }, { statusToken: 'a1_-'.repeat(8) }],
])('%j is read as it is', (env, expected) => {
  expect(readEnvironment(env)).toMatchObject(expected);
});

test.each([
  [
    'PORT',
    'eighty',
    /^PORT is "eighty", but it must be a whole number from 1 to 65535, such as 8080\.$/,
  ],
  ['PORT', '0', /^PORT is "0"/],
  ['PORT', '65536', /^PORT is "65536"/],
  ['PORT', '80.5', /^PORT is "80.5"/],
  ['HOST', '/run/site.sock', /^HOST is "\/run\/site.sock", but it must be localhost or an/],
  ['DEV_PORT', '65001', /^DEV_PORT is "65001", but it must be/],
  ['DEV_URL', 'https://dev.example', /must be a public origin that holds \{port\}, such as https/],
  ['DEV_URL', 'https://dev.example/{port}', /must be a public origin that holds \{port\}/],
  ['KEEP_ALIVE_SECONDS', '0', /longer than the balancer in front keeps a connection\.$/],
  ['HSTS', 'yes', /must be host, subdomains or preload\.$/],
  ['STATUS_TOKEN', 'secret', /^STATUS_TOKEN is too weak, but it must be at least 32 letters/],
  [
    'SITE_URL',
    'https://example.com/shop',
    /^SITE_URL is .* must be a public origin without a path/,
  ],
  [
    'ACCOUNTS_URL',
    'nowhere',
    /^ACCOUNTS_URL is "nowhere", .* an http or https address .* unset it .*\.$/,
  ],
])('of %s the value %s is refused in one sentence', (name, value, sentence) => {
  expect(refusal({ [name]: value })).toMatch(sentence);
});

test('addresses lose their trailing slash and keep their path', () => {
  const environment = readEnvironment({
    SITE_URL: 'https://Shop.Example.com/',
    CATALOG_URL: 'http://127.0.0.1:9001/',
    ACCOUNTS_URL: 'https://api.example.com/base/',
  });
  expect(environment.siteUrl).toBe('https://shop.example.com');
  expect(environment.upstreams).toEqual({
    catalog: 'http://127.0.0.1:9001',
    accounts: 'https://api.example.com/base',
  });
});

test.each([
  ['https://shop.example.com:8443', 'https://shop.example.com'],
  ['http://shop.example.com', 'https://shop.example.com'],
  ['http://localhost:8081', ''],
])('previews at %s would have the cookies of the site', (PREVIEW_URL, SITE_URL) => {
  expect(refusal({ PREVIEW_URL, SITE_URL })).toMatch(
    /^PREVIEW_URL is "http.*", but it must have another hostname than SITE_URL/,
  );
});

test('a store with only previews serves them at its own address', () => {
  const address = 'https://previews.example.com';
  expect(readEnvironment({ SITE_URL: address, PREVIEW_URL: address }).previewUrl).toBe(address);
});

test.each([
  'shop.example.com',
  'ftp://shop.example.com',
  'javascript:alert(1)',
  'http://',
  'http://user:secret@shop.example.com',
  'http://shop.example.com?x=1',
  'http://shop.example.com#x',
  'http:\\\\shop.example.com',
  'http://shop.example.com/\r\nSet-Cookie:x',
])('the address %j is refused for every service', (value) => {
  for (const name of ['SITE_URL', 'CATALOG_URL', 'ACCOUNTS_URL']) {
    expect(() => readEnvironment({ [name]: value })).toThrow(UsageError);
  }
});
