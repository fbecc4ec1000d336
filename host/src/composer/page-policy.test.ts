import { hashSource, pagePolicy, type PolicyInput } from './page-policy';

async function policy(changed: Partial<PolicyInput> = {}): Promise<Map<string, string>> {
  const parts = {
    inline: ['a()'],
    scripts: [],
    styles: ['.a{}'],
    trustedTypes: ['host'],
    signalsUrl: null,
  };
  const text = await pagePolicy({ ...parts, ...changed });
  return new Map(
    text.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

test('a hash source is the SHA-256 of the text, as CSP writes it', async () => {
  // `printf 'alert(1)' | openssl dgst -sha256 -binary | base64`
  expect(await hashSource('alert(1)')).toBe(
    "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
  );
});

test('what is not named is forbidden, and nothing unsafe is named', async () => {
  const made = await policy();
  expect(made.get('default-src')).toBe("'none'");
  expect(made.get('base-uri')).toBe("'none'");
  expect(made.get('form-action')).toBe("'none'");
  expect([...made.values()].join(' ')).not.toMatch(/unsafe|data:|blob:|https?:|\*/);
});

test('only the given scripts and style sheets of the page itself run', async () => {
  const made = await policy({
    inline: ['a()', 'b()'],
    scripts: ['sha384-c'],
    styles: ['.a{}', '.b{}'],
  });
  expect(made.get('script-src')).toBe(
    `${await hashSource('a()')} ${await hashSource('b()')} 'sha384-c' 'strict-dynamic'`,
  );
  expect(made.get('style-src')).toBe(
    `'self' ${await hashSource('.a{}')} ${await hashSource('.b{}')}`,
  );
});

test('Trusted Types are required, and only the named policies may be made', async () => {
  const made = await policy({ trustedTypes: ['host', 'pricing'] });
  expect(made.get('require-trusted-types-for')).toBe("'script'");
  expect(made.get('trusted-types')).toBe('host pricing');
});
