import { partNames, readBenchOptions } from './run';

test('without arguments everything is measured, nine times', () => {
  expect(readBenchOptions([])).toEqual({ runs: 9, parts: partNames, readme: false });
});

test('a quick run of one part takes three rounds', () => {
  expect(readBenchOptions(['--quick', '--only', 'visits'])).toMatchObject({
    runs: 3,
    parts: ['visits'],
  });
});

test.each([
  [['--only', 'visits,weather'], 'There is nothing to measure called weather'],
  [['--loud'], '--loud'],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readBenchOptions(args)).toThrow(sentence);
});
