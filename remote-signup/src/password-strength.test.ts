import fc from 'fast-check';
import { judgePassword } from './password-strength';

test.each([
  ['', 'weak'],
  ['a', 'weak'],
  ['password', 'weak'],
  ['P@ssw0rd123', 'weak'],
  ['qwertyuiop123456', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abcabcabcabcabcabc', 'weak'],
  ['1234567890123456', 'weak'],
  ['sturdy lamp', 'fair'],
  ['Tr0ub4dor&9x', 'fair'],
  ['correct horse battery staple', 'strong'],
  ['xK9$mQ2!vL7&w', 'strong'],
  ['мой дядя самых честных правил', 'strong'],
])('%j is %s', (password, strength) => {
  expect(judgePassword(password)).toBe(strength);
});

test('a password that contains another field’s text is easier to guess', () => {
  const password = 'lovelace-augusta1815';
  expect(judgePassword(password)).toBe('strong');
  expect(judgePassword(password, ['Augusta', 'Lovelace', 'augusta1815@example.com'])).toBe('weak');
});

test('very long names do not slow the judgement down', () => {
  const books = ['a'.repeat(40_000), 'ab cde '.repeat(10_000), '(['.repeat(20_000)];
  expect(judgePassword('correct horse battery staple', books)).toBe('strong');
});

test('any text is judged', () => {
  const typed = fc.string({ unit: 'binary' });
  const judged = fc.property(typed, fc.array(typed), (password, personal) =>
    ['weak', 'fair', 'strong'].includes(judgePassword(password, personal)),
  );
  fc.assert(judged);
});

test('a very long password costs no more than its first 128 characters', () => {
  const strong = 'ab cd ef gh ij kl ';
  expect(judgePassword('a'.repeat(128 - strong.length) + strong)).toBe('strong');
  expect(judgePassword('a'.repeat(128) + strong.repeat(1000))).toBe('weak');
});
