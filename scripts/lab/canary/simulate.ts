import { judge } from '../../server/canary/judge';
import { randomNumbers } from '../../testing/random';

/** A visit to each site now and then fails, is left early, or is slow: much as on real ones. */
const usual = { faulty: 0.005, unhydrated: 0.02 };
/** Of all visits; the others are to what is live. */
const canaryShare = 0.2;
const lookEvery = 10;

/** Logistic around the median, in buckets of a tenth. */
const times = (median: number) =>
  Array.from({ length: 15 }, (_, index) => {
    const chance = (index + 0.5) / 15;
    return Math.round(median * 1.1 ** Math.round(3 * Math.log(chance / (1 - chance))));
  });
const usualTimes = { lcp: times(1200), inp: times(90) };

function emptyTally() {
  const empty = () => new Map<number, number>();
  return { visits: 0, faulty: 0, unhydrated: 0, lcp: empty(), inp: empty() };
}

/**
 * A canary whose remote fails for a share of its visits, looked at every ten visits of it.
 * @returns visits of the canary until it was aborted, or null when it never was
 */
export function simulateCanary(failing: number, seed: number, visits: number): number | null {
  const random = randomNumbers(seed);
  const canary = emptyTally();
  const live = emptyTally();
  const addTime = (name: keyof typeof usualTimes, tally: ReturnType<typeof emptyTally>) => {
    const choices = usualTimes[name];
    const time = choices[Math.floor(random() * choices.length)] ?? 0;
    tally[name].set(time, (tally[name].get(time) ?? 0) + 1);
  };
  const add = (tally: ReturnType<typeof emptyTally>, faulty: number) => {
    tally.visits += 1;
    if (random() < faulty) tally.faulty += 1;
    if (random() < usual.unhydrated) tally.unhydrated += 1;
    addTime('lcp', tally);
    addTime('inp', tally);
  };
  while (canary.visits < visits) {
    for (let look = 0; look < lookEvery; look += 1) {
      add(canary, usual.faulty + failing);
      for (let other = 1; other < 1 / canaryShare; other += 1) add(live, usual.faulty);
    }
    if (judge(canary, live, false).action === 'abort') return canary.visits;
  }
  return null;
}
