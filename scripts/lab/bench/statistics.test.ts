import { compareRounds, isSteady, quantile, summarize } from './statistics';

test('a median lies between the two in the middle', () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([5, 1, 3], 0.5)).toBe(3);
});

test('a summary holds the middle half of the runs', () => {
  expect(summarize([10, 20, 30, 40, 1000])).toEqual({ median: 30, low: 20, high: 40, runs: 5 });
});

test('two runs, or runs far apart, cannot be compared', () => {
  expect(isSteady(summarize([500, 500]))).toBe(false);
  expect(isSteady(summarize([500, 510, 505]))).toBe(true);
  expect(isSteady(summarize([500, 900, 1400]))).toBe(false);
});

test('a figure of a few milliseconds may differ by a frame', () => {
  expect(isSteady(summarize([8, 16, 24]))).toBe(true);
});

test('rounds that were slow for both variants leave the ratio as it is', () => {
  expect(compareRounds([110, 220, 550], [100, 200, 500])?.median).toBeCloseTo(1.1);
});

test('there is no ratio to nothing, nor from too few or too different rounds', () => {
  expect(compareRounds([1, 1, 1], [0, 0, 0])).toBeNull();
  expect(compareRounds([1, 1], [1, 1])).toBeNull();
  expect(compareRounds([1, 2, 3], [1, 1, 1])).toBeNull();
});
