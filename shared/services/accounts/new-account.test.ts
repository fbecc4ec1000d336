import fc from 'fast-check';
import { ada } from '../testing/visitor';
import { signUpLimits } from '@shopwright/shared/contracts/sign-up';
import { parseNewAccount } from './new-account';

const fits = (value: unknown) => 'account' in parseNewAccount(value);

test.each(Object.keys(ada))('%s is required', (field) => {
  const { [field]: _left, ...rest } = ada as Record<string, string>;
  expect(fits({ user: rest })).toBe(false);
  expect(fits({ user: { ...ada, [field]: '' } })).toBe(false);
  const parsed = parseNewAccount({ user: { ...ada, [field]: null } });
  expect(parsed).toEqual({ invalid: [field] });
});

test('spaces around names and the prefix of a pasted address are dropped; spaces in passwords are kept', () => {
  const parsed = parseNewAccount({
    user: {
      firstName: ' 愛田 O’Brien-Žižek ',
      lastName: 'Lovelace\t',
      emailAddress: '\u3000mailto:ada@EXAMPLE.com\u200B',
      password: ' x ',
      repeatPassword: ' x ',
    },
  });
  expect(parsed).toEqual({
    account: { ...ada, firstName: '愛田 O’Brien-Žižek', password: ' x ', repeatPassword: ' x ' },
  });
});

test.each([
  ['firstName', ' \t '],
  ['firstName', '\u200B'],
  ['firstName', 'A\u0000da'],
  ['firstName', 'A\r\nda'],
  ['firstName', 'Ada \ud800'],
  ['lastName', 'Byron\u202E'],
  ['emailAddress', ' \t '],
  ['emailAddress', 'ada@'],
  ['emailAddress', 'a da@example.com'],
  ['repeatPassword', 'other'],
])('the field %s refuses the value %j', (field, value) => {
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

test('a refusal names the fields of the call, and never quotes their values', () => {
  expect(parseNewAccount({ user: { ...ada, isAdmin: true } })).toEqual({ invalid: [] });
  expect(parseNewAccount({ user: ada, secretField: 1 })).toEqual({ invalid: [] });
  const user = { firstName: { secret: 1 }, lastName: 1, emailAddress: 'secret' };
  expect(parseNewAccount({ user: { ...user, password: 'a', repeatPassword: 'b' } })).toEqual({
    invalid: ['firstName', 'lastName', 'emailAddress'],
  });
});

test('any JSON except the exact payload is refused', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fits(value)).toBe(false);
      expect(fits({ user: value })).toBe(false);
    }),
  );
});
