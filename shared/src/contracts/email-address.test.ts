import fc from 'fast-check';
import { readEmailAddress } from './email-address';

const me = { shown: 'me@example.com', stored: 'me@example.com' };

test.each([
  ...['\u00A0', '\u2009', '\u3000', '\uFEFF', '\u2028', '\n'].map(
    (blank) => `${blank}me@example.com${blank}`,
  ),
  '\u200Eme@example.com',
  '\u202Ame@example.com\u202C',
  '\u2066me@exam\u00ADple.com\u2069',
  'mailto:me@example.com',
  'MAILTO:me@example.com?subject=Hello&cc=you@example.com',
  '<me@example.com>',
  'My Self <me@example.com>;',
  'ｍｅ＠example.com',
])('%j is me@example.com', (text) => {
  expect(readEmailAddress(text)).toEqual(me);
});

test.each([
  [
    "o'brien+shop@mail.example.co.uk",
    "o'brien+shop@mail.example.co.uk",
    "o'brien+shop@mail.example.co.uk",
  ],
  ['Me@EXAMPLE.com', 'Me@EXAMPLE.com', 'Me@example.com'],
  ['me@1.2', 'me@1.2', 'me@1.2'],
  ['me@xn--mnchen-3ya.de', 'me@xn--mnchen-3ya.de', 'me@xn--mnchen-3ya.de'],
  ['me@münchen.de', 'me@münchen.de', 'me@xn--mnchen-3ya.de'],
  ['me@MU\u0308NCHEN.de', 'me@MÜNCHEN.de', 'me@xn--mnchen-3ya.de'],
  ['me@faß.de', 'me@faß.de', 'me@xn--fa-hia.de'],
  ['用户@例え。jp', '用户@例え。jp', '用户@xn--r8jz45g.jp'],
  ['संपर्क@डाटामेल.भारत', 'संपर्क@डाटामेल.भारत', 'संपर्क@xn--c2bd4bq1db8d.xn--h2brj9c'],
  // With a zero-width joiner it is another domain.
  ['me@نامه\u200Cای.com', 'me@نامه\u200Cای.com', 'me@xn--mgba3gch31f060k.com'],
])('%s is shown as %s and stored as %s', (text, shown, stored) => {
  expect(readEmailAddress(text)).toEqual({ shown, stored });
});

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@exa mple.com',
  'a da@example.com',
  'ada@example..com',
  'ada@-example.com',
  'ada@example.com.',
  'ada@you@example.com',
  'ada@a_b.de',
  'ada@a%2eb.de',
  'ada@a/b',
  'ada@a:1',
  'ada@a?b',
  'ada@[::1]',
  'ada@a\\b',
  '"a b"@example.com',
  'a(b)@example.com',
  'a‍b@example.com',
  '💌@example.com',
  'ada@xn--',
  `ada@${'ü'.repeat(60)}.de`,
  'ada@x.com, ada@y.com',
  '<ada@x.com',
])('%j is no address', (text) => {
  expect(readEmailAddress(text)).toBeNull();
});

test('reading an address again changes neither its shown nor its stored form', () => {
  const piece = fc.constantFrom(
    'me',
    '@',
    '.',
    'example',
    'com',
    'MÜ',
    'u\u0308',
    '例え',
    'ß',
    'ａ',
    '１',
    '。',
    '\u200B',
    '\u200C',
    ' ',
    '\u00A0',
    '<',
    '>',
    'mailto:',
    '?',
    '-',
    'xn--',
    '%40',
    'क्\u200Dष',
    '\u202E',
  );
  let readCount = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 3, maxLength: 9 }), (pieces) => {
      const address = readEmailAddress(pieces.join(''));
      if (!address) return;
      readCount += 1;
      expect(readEmailAddress(address.shown)).toEqual(address);
      expect(readEmailAddress(address.stored)?.stored).toBe(address.stored);
    }),
    { numRuns: 20_000, seed: 64 },
  );
  expect(readCount).toBeGreaterThan(50);
});
