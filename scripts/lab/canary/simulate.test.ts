import { simulateCanary } from './simulate';

/** Visits until each of a thousand canaries was aborted, fewest first. */
function aborted(failing: number, visits: number): number[] {
  const ends = Array.from({ length: 1000 }, (_, seed) => simulateCanary(failing, seed, visits));
  return ends.flatMap((end) => end ?? []).sort((a, b) => a - b);
}

// README.md, "A release that hurts visitors", has these figures.
test('of a thousand canaries that differ in nothing none is aborted', () => {
  expect(aborted(0, 500)).toEqual([]);
});

test.each([
  [0.02, 730, 1200, 0.9],
  [0.1, 110, 200, 0.95],
  [1, 10, 20, 1],
])(
  'of canaries that fail for %d of the visits half are out by visit %d, nearly all by visit %d',
  (failing, half, visits, least) => {
    const ends = aborted(failing, visits);
    expect(ends[499]).toBe(half);
    expect(ends.length).toBeGreaterThanOrEqual(1000 * least);
  },
);
