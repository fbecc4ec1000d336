import { fileLengthOffences } from './file-lengths';

const file = (lines: number, top = '') => ({
  path: 'host/src/a.ts',
  text: `${top}${'x;\n'.repeat(lines)}`,
});

test('a file of 250 lines passes', () => {
  expect(fileLengthOffences([file(250)])).toEqual([]);
});

test('a file of 251 lines is named with its length', () => {
  expect(fileLengthOffences([file(251)])).toEqual([
    'host/src/a.ts: 251 lines; split it, or say why it is longer than 250',
  ]);
});

test('a reason at the top is accepted', () => {
  expect(
    fileLengthOffences([file(300, '// Longer than 250 lines because it is a table.\n')]),
  ).toEqual([]);
});

test('a reason further down is not', () => {
  const late = `${'\n'.repeat(40)}// Longer than 250 lines because it is a table.\n`;
  expect(fileLengthOffences([file(300, late)])).toHaveLength(1);
});
