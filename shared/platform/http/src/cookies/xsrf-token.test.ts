import fc from 'fast-check';
import { xsrfSetCookie, xsrfTokensMatch } from './xsrf-token';

const token = 'a'.repeat(43);

test('a request without a token gets one that scripts can read', () => {
  expect(xsrfSetCookie(undefined, false)).toMatch(
    /^XSRF-TOKEN=[A-Za-z0-9_-]{43}; Path=\/; SameSite=Lax$/,
  );
  expect(xsrfSetCookie('', true)).toMatch(/; Secure$/);
  expect(xsrfSetCookie('', false)).not.toBe(xsrfSetCookie('', false));
});

test('header and cookie match only if they are equal', () => {
  expect(xsrfTokensMatch(`a=b; XSRF-TOKEN=${token}`, token)).toBe(true);
  expect(xsrfTokensMatch(`XSRF-TOKEN=${token}`, `${token.slice(1)}b`)).toBe(false);
  expect(xsrfTokensMatch(`XSRF-TOKEN=${token}`, token.slice(1))).toBe(false);
  expect(xsrfTokensMatch(`MY-XSRF-TOKEN=${token}`, token)).toBe(false);
});

test('an existing token is kept, whoever has set it', () => {
  const laravel = `${'e'.repeat(360)}%3D`;
  for (const cookies of [`XSRF-TOKEN=${laravel}`, 'a=1; XSRF-TOKEN=short', 'XSRF-TOKEN='])
    expect(xsrfSetCookie(cookies, false)).toBeNull();
  expect(xsrfTokensMatch(`XSRF-TOKEN=${laravel}`, `${'e'.repeat(360)}=`)).toBe(true);
  expect(xsrfTokensMatch(`XSRF-TOKEN=foreign; a=1; XSRF-TOKEN=${token}`, token)).toBe(true);
  expect(xsrfTokensMatch('XSRF-TOKEN=%E0%A4%A', '%E0%A4%A')).toBe(true);
  expect(xsrfTokensMatch('XSRF-TOKEN=%E0%A4%A', 'x')).toBe(false);
});

test('nothing matches a missing, empty or repeated token', () => {
  expect(xsrfTokensMatch(undefined, undefined)).toBe(false);
  expect(xsrfTokensMatch('XSRF-TOKEN=', '')).toBe(false);
  expect(xsrfTokensMatch(`XSRF-TOKEN=${token}`, undefined)).toBe(false);
  expect(xsrfTokensMatch(undefined, token)).toBe(false);
  expect(xsrfTokensMatch(`XSRF-TOKEN=${token}`, [token, token])).toBe(false);
});

test('comparing any two headers never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (cookie, header) => {
      expect(typeof xsrfTokensMatch(`XSRF-TOKEN=${cookie}`, header)).toBe('boolean');
    }),
  );
});
