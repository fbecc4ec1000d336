import { printable } from './sign-up';

test.each([
  'Ada',
  'María José O’Neill-Smith 3rd',
  // Names with joiners: in Persian, in Sinhala, and at the end of a word in Malayalam.
  'علی\u200Cرضا',
  'ක්\u200Dෂ',
  'മോഹന്\u200D',
  '葛\u{E0100}城',
  '👩🏽\u200D🚀 ❤\uFE0F\u200D🔥',
])('%s is a name', (name) => {
  expect(printable.test(name)).toBe(true);
});

test.each([
  ['a zero-width space', '\u200B'],
  ['joiners alone', '\u200C\u200D'],
  ['a joiner between no letters', 'Ada \u200D Byron'],
  ['a joiner at the end', 'Ada\u200D'],
  ['what turns round the text after it', 'Ada\u202E'],
  ['an isolate', '\u2066Ada\u2069'],
  ['a mark of direction', 'Ada\u200F'],
  ['a soft hyphen', 'A\u00ADda'],
  ['a byte order mark', '\uFEFFAda'],
  ['letters that are blank', '\u3164\uFFA0\u115F'],
  ['a blank of braille', '\u2800'],
  ['a variant of nothing', '\uFE0F'],
  ['a tag', 'Ada\u{E0041}'],
  ['a line break', 'Ada\nByron'],
  ['a line separator', 'Ada\u2028'],
  ['half a character', 'Ada\uD800'],
])('%s is not allowed in a name', (_what, name) => {
  expect(printable.test(name)).toBe(false);
});
