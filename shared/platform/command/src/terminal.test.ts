import { controls, createTerminal, escapeJson, plainText, type Printed } from './terminal';

/** Text that is printed for people who watch, or into a log. */
function printed(isWatched: boolean, ...parts: readonly Printed[]) {
  let said = '';
  const terminal = createTerminal(
    (text) => void (said += text),
    () => undefined,
    isWatched,
  );
  terminal.write(...parts);
  return said;
}

test.each([
  ['a screen that is cleared', 'a\u001B[2Jb', 'a [2Jb'],
  ['a line that is written over', 'pay\rfree', 'pay free'],
  ['C1 controls', 'a\u009B2Jb', 'a 2Jb'],
  ['a bell, a tab and a null', 'a\u0007\t\0b', 'a   b'],
  ['words that run backwards', 'a\u202Eb\u2066c', 'a b c'],
  ['what nobody sees', 'a\u200Bb\uFEFF\u{E0041}', 'a b  '],
  ['other ends of lines', 'a\u2028::error::b\u0085c', 'a ::error::b c'],
  ['a command of GitHub', 'a\n::error file=x::b', 'a\n: :error file=x::b'],
  ['one behind spaces', ' \u00A0::set-output::b', ' \u00A0: :set-output::b'],
  ['one behind what is taken away', '\u001B\u200B::warning::b', '  : :warning::b'],
  ['its older form', 'a ##[error]b', 'a ## [error]b'],
  ['one of Azure', 'a ##vso[task.x]b', 'a ## vso[task.x]b'],
])('%s reaches neither a terminal nor a log', (_what, text, plain) => {
  expect(printed(true, text)).toBe(plain);
  expect(printed(false, text)).toBe(plain);
});

test('only a terminal gets colours and lines that are overwritten', () => {
  const parts = [controls.rewind, controls.green, '✓', controls.normal, ' done\n'] as const;
  expect(printed(true, ...parts)).toBe('\r\u001B[K\u001B[32m✓\u001B[0m done\n');
  expect(printed(false, ...parts)).toBe('✓ done\n');
});

test('JSON is escaped without control characters', () => {
  const value = { a: '\u001B\u009B\u202E\u{E0041}##[error]\n::x', b: ['é'] };
  const json = escapeJson(JSON.stringify(value, null, 2));
  expect(json).not.toMatch(/##\[|[^\n\P{Cc}]|\p{Cf}/u);
  expect(JSON.parse(json)).toEqual(value);
});

test('a text of one line has no line breaks', () => {
  expect(plainText('a\n::error::b\r\nc')).toBe('a : :error::b c');
});
