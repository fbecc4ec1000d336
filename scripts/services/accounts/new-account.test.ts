import fc from 'fast-check';
import { ada } from '../../testing/services/visitor';
import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import { emailKey, parseNewAccount } from './new-account';

const violationsOf = (value: unknown) => {
  const parsed = parseNewAccount(value);
  return 'violations' in parsed ? parsed.violations : [];
};
const fits = (value: unknown) => 'account' in parseNewAccount(value);

test('the payload of the contract fits', () => {
  expect(parseNewAccount({ user: ada })).toEqual({ account: ada });
});

test.each(Object.keys(ada))('%s is required', (field) => {
  const { [field]: _left, ...rest } = ada as Record<string, string>;
  expect(fits({ user: rest })).toBe(false);
  expect(fits({ user: { ...ada, [field]: '' } })).toBe(false);
  expect(violationsOf({ user: { ...ada, [field]: null } })).toContainEqual({
    field: `user.${field}`,
    reason: 'must be a string',
  });
});

test.each(['firstName', 'lastName', 'emailAddress'])('%s is more than spaces', (field) => {
  expect(fits({ user: { ...ada, [field]: ' \t ' } })).toBe(false);
});

test('spaces around names and the address are dropped, those in passwords are kept', () => {
  const parsed = parseNewAccount({
    user: {
      firstName: ' Ada ',
      lastName: 'Lovelace\t',
      emailAddress: ' ada@example.com ',
      password: ' x ',
      repeatPassword: ' x ',
    },
  });
  expect(parsed).toEqual({
    account: { ...ada, password: ' x ', repeatPassword: ' x ' },
  });
});

test.each(['ada', 'ada@', '@example.com', 'a da@example.com', 'ada@exa mple.com', 'a@b@c'])(
  '%j is no e-mail address',
  (emailAddress) => {
    expect(violationsOf({ user: { ...ada, emailAddress } })).toEqual([
      { field: 'user.emailAddress', reason: 'must be an e-mail address' },
    ]);
  },
);

test('passwords that differ are refused at the second one', () => {
  expect(violationsOf({ user: { ...ada, repeatPassword: 'other' } })).toEqual([
    { field: 'user.repeatPassword', reason: 'must be the same as password' },
  ]);
});

test('values beyond the longest are refused', () => {
  const password = 'p'.repeat(signUpLimits.password + 1);
  expect(fits({ user: { ...ada, firstName: 'a'.repeat(signUpLimits.name) } })).toBe(true);
  expect(fits({ user: { ...ada, firstName: 'a'.repeat(signUpLimits.name + 1) } })).toBe(false);
  expect(fits({ user: { ...ada, password, repeatPassword: password } })).toBe(false);
});

test('names hold no control characters and any script', () => {
  expect(fits({ user: { ...ada, firstName: 'A\u0000da' } })).toBe(false);
  expect(fits({ user: { ...ada, firstName: 'A\r\nda' } })).toBe(false);
  expect(fits({ user: { ...ada, firstName: 'Ada \ud800' } })).toBe(false);
  expect(fits({ user: { ...ada, firstName: '愛田 O’Brien-Žižek' } })).toBe(true);
});

test('fields that are not part of the call are refused, and not quoted', () => {
  const violations = [
    ...violationsOf({ user: { ...ada, isAdmin: true } }),
    ...violationsOf({ user: ada, secretField: 1 }),
  ];
  expect(violations).toEqual([
    { field: 'user', reason: 'has a field that is not part of the call' },
    { field: '', reason: 'has a field that is not part of the call' },
  ]);
});

test('a refusal never quotes what was sent', () => {
  const secret = 'S3CRET-value';
  const violations = violationsOf({
    user: { firstName: { secret }, lastName: 1, emailAddress: secret, password: secret },
    [secret]: secret,
  });
  expect(violations.length).toBeGreaterThan(2);
  expect(JSON.stringify(violations)).not.toContain('S3CRET');
});

test('any JSON but the exact payload is refused with at least one reason', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(violationsOf(value).length).toBeGreaterThan(0);
      expect(violationsOf({ user: value }).length).toBeGreaterThan(0);
    }),
  );
});

test('any well-formed account fits', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => text.trim() !== '' && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text));
  const password = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(name, name, fc.emailAddress(), password, (firstName, lastName, email, secret) => {
      const user = { firstName, lastName, emailAddress: email };
      expect(fits({ user: { ...user, password: secret, repeatPassword: secret } })).toBe(true);
    }),
  );
});

test('one address in other letters is the same account', () => {
  expect(emailKey(' Ada@Example.COM ')).toBe(emailKey('ada@example.com'));
  expect(emailKey('a@example.com')).not.toBe(emailKey('b@example.com'));
});
