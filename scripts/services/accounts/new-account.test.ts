import fc from 'fast-check';
import { ada } from '../../tests/helpers/services/visitor';
import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import { emailKey, parseNewAccount } from './new-account';

const fits = (value: unknown) => 'account' in parseNewAccount(value);

test('the payload of the contract fits', () => {
  expect(parseNewAccount({ user: ada })).toEqual({ account: ada });
});

test.each(Object.keys(ada))('%s is required', (field) => {
  const { [field]: _left, ...rest } = ada as Record<string, string>;
  expect(fits({ user: rest })).toBe(false);
  expect(fits({ user: { ...ada, [field]: '' } })).toBe(false);
  const parsed = parseNewAccount({ user: { ...ada, [field]: null } });
  expect(parsed).toEqual({ invalid: [field] });
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

test.each([
  ['firstName', ' \t '],
  ['firstName', '\u200B'],
  ['lastName', 'Byron\u202E'],
  ['emailAddress', ' \t '],
  ['emailAddress', 'ada@'],
  ['emailAddress', 'a da@example.com'],
  ['repeatPassword', 'other'],
])('of the field %s the value %j is refused', (field, value) => {
  expect(parseNewAccount({ user: { ...ada, [field]: value } })).toEqual({ invalid: [field] });
});

test.each(Object.entries(signUpLimits))(
  '%s may be %i characters long and no more',
  (field, limit) => {
    const withLength = (length: number) => {
      const text = field === 'emailAddress' ? ada.emailAddress : 'a';
      const changed = { ...ada, [field]: text.padStart(length, 'a') };
      const isPassword = field.toLowerCase().includes('password');
      const password = changed[field as keyof typeof ada];
      return { user: isPassword ? { ...changed, password, repeatPassword: password } : changed };
    };
    expect(fits(withLength(limit))).toBe(true);
    expect(fits(withLength(limit + 1))).toBe(false);
  },
);

test('names hold no control characters and any script', () => {
  expect(fits({ user: { ...ada, firstName: 'A\u0000da' } })).toBe(false);
  expect(fits({ user: { ...ada, firstName: 'A\r\nda' } })).toBe(false);
  expect(fits({ user: { ...ada, firstName: 'Ada \ud800' } })).toBe(false);
  expect(fits({ user: { ...ada, firstName: '愛田 O’Brien-Žižek' } })).toBe(true);
});

test('a refusal names fields of the call, and never quotes what was sent', () => {
  expect(parseNewAccount({ user: { ...ada, isAdmin: true } })).toEqual({ invalid: [] });
  expect(parseNewAccount({ user: ada, secretField: 1 })).toEqual({ invalid: [] });
  const user = { firstName: { secret: 1 }, lastName: 1, emailAddress: 'secret' };
  expect(parseNewAccount({ user: { ...user, password: 'a', repeatPassword: 'b' } })).toEqual({
    invalid: ['firstName', 'lastName', 'emailAddress'],
  });
});

test('any JSON but the exact payload is refused', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fits(value)).toBe(false);
      expect(fits({ user: value })).toBe(false);
    }),
  );
});

test('one address in other letters is the same account', () => {
  expect(emailKey(' Ada@Example.COM ')).toBe(emailKey('ada@example.com'));
  expect(emailKey('a@example.com')).not.toBe(emailKey('b@example.com'));
});
