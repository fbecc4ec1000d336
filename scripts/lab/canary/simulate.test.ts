import { simulateCanary } from './simulate';

type Conditions = Parameters<typeof simulateCanary>[0];

/** The share of simulated canaries that is aborted. */
function aborted(conditions: Conditions, visits: number, canaries = 100): number {
  const ends = Array.from({ length: canaries }, (_, seed) =>
    simulateCanary(conditions, seed, visits),
  );
  return ends.filter((end) => end !== null).length / canaries;
}

test('of five hundred canaries that differ in nothing at most five are aborted', () => {
  expect(aborted({}, 500, 500)).toBeLessThanOrEqual(0.01);
});

test.each<[string, Conditions, number, number]>([
  ['fails for every visit', { failing: 1 }, 40, 1],
  ['fails for a tenth of the visits', { failing: 0.1 }, 450, 0.9],
  ['fails for a twentieth of the visits', { failing: 0.05 }, 1400, 0.9],
  ['says nothing', { silent: 1 }, 40, 1],
  ['says nothing of every second visit', { silent: 0.5 }, 300, 0.9],
  ['is slower by a half', { slower: 1.5 }, 500, 0.9],
])('a canary that %s is aborted', (_name, conditions, visits, least) => {
  expect(aborted(conditions, visits)).toBeGreaterThanOrEqual(least);
});

test('six networks that lie abort no canary', () => {
  expect(aborted({ liars: 6 }, 500)).toBeLessThanOrEqual(0.01);
});

test('a slow canary would be hidden if only its visitors had been there before', () => {
  expect(aborted({ slower: 1.5, unlike: true }, 500)).toBeLessThanOrEqual(0.01);
});
