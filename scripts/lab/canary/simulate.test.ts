import { simulateCanary } from './simulate';

/** Visits until each of a thousand canaries was aborted, fewest first. */
function aborted(failing: number, visits: number): number[] {
  const ends = Array.from({ length: 1000 }, (_, seed) => simulateCanary(failing, seed, visits));
  return ends.flatMap((end) => end ?? []).sort((a, b) => a - b);
}

test('of a thousand canaries that differ in nothing at most ten are aborted', () => {
  expect(aborted(0, 500).length).toBeLessThanOrEqual(10);
});

test.each([
  [0.02, 1200, 0.9],
  [0.1, 200, 0.95],
  [1, 20, 1],
])('a remote that fails for %d of the visits is out after %d of them', (failing, visits, least) => {
  expect(aborted(failing, visits).length).toBeGreaterThanOrEqual(1000 * least);
});
