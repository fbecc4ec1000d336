import { contentPolicy, hashSource } from './content-policy';

const policy = (changed: Partial<Parameters<typeof contentPolicy>[0]> = {}) =>
  new Map(
    contentPolicy({
      inline: ['a()'],
      scripts: [],
      styles: ['.a{}'],
      trustedTypes: ['host'],
      ...changed,
    })
      .split('; ')
      .map((directive): [string, string] => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values.join(' ')];
      }),
  );

test('a hash source is the SHA-256 of the text, as CSP writes it', () => {
  // `printf 'alert(1)' | openssl dgst -sha256 -binary | base64`
  expect(hashSource('alert(1)')).toBe("'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
});

test('what is not named is forbidden, and nothing unsafe is named', () => {
  expect(policy().get('default-src')).toBe("'none'");
  expect(policy().get('base-uri')).toBe("'none'");
  expect(policy().get('form-action')).toBe("'none'");
  expect([...policy().values()].join(' ')).not.toMatch(/unsafe|data:|blob:|https?:|\*/);
});

test('only the given scripts and style sheets of the page itself run', () => {
  const made = policy({ inline: ['a()', 'b()'], scripts: ['sha384-c'], styles: ['.a{}', '.b{}'] });
  expect(made.get('script-src')).toBe(
    `${hashSource('a()')} ${hashSource('b()')} 'sha384-c' 'strict-dynamic'`,
  );
  expect(made.get('style-src')).toBe(`'self' ${hashSource('.a{}')} ${hashSource('.b{}')}`);
});

test('Trusted Types are required, and only the named policies may be made', () => {
  const made = policy({ trustedTypes: ['host', 'pricing'] });
  expect(made.get('require-trusted-types-for')).toBe("'script'");
  expect(made.get('trusted-types')).toBe('host pricing');
});
