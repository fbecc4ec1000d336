import { compareRounds, summarize, summarizeTimes } from './statistics';

test('a summary holds the middle half of the runs', () => {
  expect(summarize([25, 28, 30, 32, 1000], 0)).toEqual({ median: 30, low: 28, high: 32 });
});

test('two runs, or runs far apart, cannot be compared', () => {
  expect(summarizeTimes([500, 500])).toBeNull();
  expect(summarizeTimes([500, 510, 505])).not.toBeNull();
  expect(summarizeTimes([500, 900, 1400])).toBeNull();
});

test('a figure of a few milliseconds may differ by a frame', () => {
  expect(summarizeTimes([8, 16, 24])).not.toBeNull();
});

test('rounds that were slow for both variants leave the ratio as it is', () => {
  expect(compareRounds([110, 220, 550], [100, 200, 500])?.median).toBeCloseTo(1.1);
});

test('there is no ratio to nothing, nor from too few or too different rounds', () => {
  expect(compareRounds([1, 1, 1], [0, 0, 0])).toBeNull();
  expect(compareRounds([1, 1], [1, 1])).toBeNull();
  expect(compareRounds([1, 2, 3], [1, 1, 1])).toBeNull();
});
