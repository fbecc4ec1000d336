import { BenchUsageError, partNames, readBenchOptions } from './options';

test('without arguments everything is measured, nine times', () => {
  const options = readBenchOptions([]);
  expect(options).toMatchObject({ runs: 9, out: '.reports/bench', readme: false });
  expect(options.parts).toEqual(partNames);
});

test('a quick run takes three rounds, and --runs says otherwise', () => {
  expect(readBenchOptions(['--quick']).runs).toBe(3);
  expect(readBenchOptions(['--quick', '--runs', '5']).runs).toBe(5);
});

test('only the parts that are named are measured', () => {
  expect(readBenchOptions(['--only', 'servers,visits']).parts).toEqual(['visits', 'servers']);
});

test.each([
  [['--runs', '0'], '--runs is "0"'],
  [['--runs', 'many'], '--runs is "many"'],
  [['--only', 'visits,weather'], 'There is nothing to measure called weather'],
  [['--loud'], '--loud'],
])('%j is refused in a sentence', (words, sentence) => {
  expect(() => readBenchOptions(words)).toThrow(BenchUsageError);
  expect(() => readBenchOptions(words)).toThrow(sentence);
});
