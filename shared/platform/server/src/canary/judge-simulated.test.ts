import { randomNumbers } from '@composed/testing/release/random';
import { judge } from './judge';

// A fifth of the visits go to the canary. Each visit may fail or be left early, about as on real sites.
const canaryShare = 0.2;
const usual = { faulty: 0.005, unhydrated: 0.02 };
/** Milliseconds, each as likely. */
const usualTimes = [500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1500, 1700, 2000, 2500, 3500];

interface Conditions {
  /** Share of the canary's visits for which its remote fails. */
  readonly failing?: number;
  /** Share of the canary's visits that say nothing. */
  readonly silent?: number;
  /** How much longer everything takes in the canary. */
  readonly slower?: number;
}

/** @returns visits to the canary until it was aborted, looked at after every ten, or more than `most` */
function visitsUntilAbort(conditions: Conditions, seed: number, most: number): number {
  const { failing = 0, silent = 0, slower = 1 } = conditions;
  const random = randomNumbers(seed);
  const emptyTally = () => ({
    visits: 0,
    faulty: 0,
    unhydrated: 0,
    lcp: new Map<number, number>(),
    inp: new Map<number, number>(),
  });
  const canary = emptyTally();
  const live = emptyTally();
  const add = (tally: typeof live, faulty: number) => {
    tally.visits += 1;
    if (random() < faulty) tally.faulty += 1;
    if (random() < usual.unhydrated) tally.unhydrated += 1;
    for (const times of [tally.lcp, tally.inp]) {
      const time = usualTimes[Math.floor(random() * usualTimes.length)] ?? 0;
      const taken = tally === canary ? time * slower : time;
      times.set(taken, (times.get(taken) ?? 0) + 1);
    }
  };
  let made = 0;
  while (made <= most) {
    for (let visit = 0; visit < 10 / canaryShare; visit += 1) {
      const isLive = random() >= canaryShare;
      if (!isLive) made += 1;
      if (isLive) add(live, usual.faulty);
      else if (random() >= silent) add(canary, usual.faulty + failing);
    }
    if (judge(canary, live, canaryShare, false).action === 'abort') break;
  }
  return made;
}

/** How many of these canaries are aborted. */
function countAborted(conditions: Conditions, visits: number, canaries: number): number {
  const ends = Array.from({ length: canaries }, (_, seed) =>
    visitsUntilAbort(conditions, seed, visits),
  );
  return ends.filter((end) => end <= visits).length;
}

test('of 500 canaries without a difference at most five are aborted', () => {
  expect(countAborted({}, 500, 500)).toBeLessThanOrEqual(5);
});

// The numbers are those of shared/platform/OPERATING.md.
test.each<[string, Conditions, number]>([
  ['fail for every visit', { failing: 1 }, 30],
  ['say nothing', { silent: 1 }, 30],
  ['are slower by a half', { slower: 1.5 }, 200],
  ['say nothing of every second visit', { silent: 0.5 }, 300],
  ['fail for a tenth of the visits', { failing: 0.1 }, 400],
  ['fail for a twentieth of the visits', { failing: 0.05 }, 1200],
])('nine of ten canaries that %s are aborted soon', (_name, conditions, visits) => {
  expect(countAborted(conditions, visits, 100)).toBeGreaterThanOrEqual(90);
});
