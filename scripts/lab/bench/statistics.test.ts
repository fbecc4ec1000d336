import { compareRounds, formatSummary, summarize } from './statistics';

test('a summary holds the middle half of the runs', () => {
  expect(summarize([25, 28, 30, 32, 1000])).toEqual({ median: 30, low: 28, high: 32 });
});

test('rounds that were slow for both variants leave ratio and difference as they are', () => {
  expect(compareRounds([110, 220, 550], [100, 200, 500], 'ratio').median).toBeCloseTo(1.1);
  expect(compareRounds([110, 210, 510], [100, 200, 500], 'ms').median).toBe(10);
});

test('how far the runs lie apart follows in brackets, where they do', () => {
  expect(formatSummary(summarize([1010, 1020, 1030]), 'ms')).toBe('1,020 ms (1,015 to 1,025)');
  expect(formatSummary(summarize([103_900, 103_900]), 'bytes')).toBe('103.9 KB');
});
