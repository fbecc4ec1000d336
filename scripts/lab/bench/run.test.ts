import { partNames, readBenchOptions } from './run';

test('without arguments everything is measured, nine times', () => {
  expect(readBenchOptions([])).toEqual({ runs: 9, parts: partNames, readme: false });
});

test('a quick run takes three rounds', () => {
  expect(readBenchOptions(['--quick'])?.runs).toBe(3);
});

test('only the parts that are named are measured', () => {
  expect(readBenchOptions(['--only', 'deploys,visits'])?.parts).toEqual(['visits', 'deploys']);
});

test.each([
  [['--only', 'visits,weather'], 'There is nothing to measure called weather'],
  [['--loud'], '--loud'],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readBenchOptions(args)).toThrow(sentence);
});

test('whoever asks for help gets no run', () => {
  expect(readBenchOptions(['--help', '--quick'])).toBeNull();
});
