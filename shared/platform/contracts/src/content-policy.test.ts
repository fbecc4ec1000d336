import { formatPolicy, hashSource, pagePolicy, scriptSources } from './content-policy';

/** Returns the directives of a page's policy, by name. */
function directivesOf(inputs: Partial<Parameters<typeof pagePolicy>[0]>) {
  const policy = pagePolicy({
    scripts: [hashSource('main')],
    styles: [],
    host: { app: 'host' },
    remotes: [],
    telemetryUrl: null,
    ...inputs,
  });
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

test('the policy of a page without remotes allows its own scripts and files of the site', () => {
  expect(directivesOf({ styles: [hashSource('css')] })).toEqual({
    'default-src': "'none'",
    'script-src': "'sha256-main'",
    'style-src': "'self' 'sha256-css'",
    'connect-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'remote-entries host',
  });
});

test('a page allows the origins that its releases ask for, each of them once', () => {
  const image = ['https://*.tiles.example.com'];
  const script = ['https://js.example.com', 'sha384-abc='];
  const frame = ['https://film.example.com'];
  const remotes = [
    { app: 'pricing', outside: { connect: ['https://errors.example.com'], image, script } },
    { app: 'signup', outside: { font: image, image, frame } },
  ];
  expect(directivesOf({ remotes })).toMatchObject({
    'script-src': "'sha256-main' https://js.example.com 'sha384-abc='",
    'connect-src': "'self' https://errors.example.com",
    'img-src': "'self' data: https://*.tiles.example.com",
    'font-src': "'self' https://*.tiles.example.com",
    'frame-src': 'https://film.example.com',
  });
});

test.each([
  ['a path of the site', '/_telemetry', "'self'"],
  ['another origin', 'https://telemetry.example.com/in', "'self' https://telemetry.example.com"],
])('a page may send its telemetry to %s', (_what, telemetryUrl, expected) => {
  expect(directivesOf({ telemetryUrl })['connect-src']).toBe(expected);
});

test.each([
  ['that its remotes name', ['vue'], [], 'remote-entries host pricing vue signup'],
  ['of two remotes', ['vue'], ['vue'], "remote-entries host pricing vue signup 'allow-duplicates'"],
])('a page allows the Trusted Types policies %s', (_what, pricing, signup, expected) => {
  const remotes = [
    { app: 'pricing', trustedTypes: pricing },
    { app: 'signup', trustedTypes: signup },
  ];
  expect(directivesOf({ remotes })['trusted-types']).toBe(expected);
});

test('a site can turn Trusted Types off', () => {
  const directives = directivesOf({ host: { app: 'host', grants: { trustedTypes: 'off' } } });
  expect(directives).not.toHaveProperty('trusted-types');
  expect(directives).not.toHaveProperty('require-trusted-types-for');
});

test('only the scripts of a release are sources, by their hash', () => {
  const listed = (integrity: string) => ({ bytes: 1, integrity });
  const files = { 'a.js': listed('sha256-a'), 'b.mjs': listed('sha256-b'), 'c.css': listed('c') };
  expect(scriptSources(files)).toEqual(["'sha256-a'", "'sha256-b'"]);
});

test('directives are separated by semicolons', () => {
  expect(formatPolicy({ 'img-src': ["'self'", 'data:'], 'base-uri': ["'none'"] })).toBe(
    "img-src 'self' data:; base-uri 'none'",
  );
});
