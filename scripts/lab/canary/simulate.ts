import { judge } from '../../server/canary/judge';
import { randomNumbers } from '../../testing/random';

/** A visit to each site now and then fails, is left early, or is slow: much as on real ones. */
const usual = { faulty: 0.005, unhydrated: 0.02 };
/** Of all visits; the others are to what is live. */
const canaryShare = 0.2;
const lookEvery = 10;

/** A visitor who was not there before waits longer for everything. */
const cold = 2;

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

/** What is simulated beside honest visitors. */
interface Conditions {
  /** Share of the canary's visits for which its remote fails. */
  readonly failing?: number;
  /** Share of the canary's visits that say nothing. */
  readonly silent?: number;
  /** How much longer everything takes in the canary. */
  readonly slower?: number;
  /** Networks that tell of failed visits to the canary, all at its beginning. */
  readonly liars?: number;
  /** Compares first documents, which are always live, with documents of visitors who came back. */
  readonly unlike?: boolean;
}

/**
 * A canary that is looked at every ten visits to it.
 * @returns visits to the canary until it was aborted, or null when it never was
 */
export function simulateCanary(
  conditions: Conditions,
  seed: number,
  visits: number,
): number | null {
  const { failing = 0, silent = 0, slower = 1, liars = 0, unlike = false } = conditions;
  const random = randomNumbers(seed);
  const canary = emptyTally();
  const live = emptyTally();
  const addTime = (name: keyof typeof usualTimes, tally: ReturnType<typeof emptyTally>) => {
    const choices = usualTimes[name];
    const isWarm = random() < 0.5 || (unlike && tally === canary);
    const factor = (isWarm ? 1 : cold) * (tally === canary ? slower : 1);
    const time = Math.round(factor * (choices[Math.floor(random() * choices.length)] ?? 0));
    tally[name].set(time, (tally[name].get(time) ?? 0) + 1);
  };
  const add = (tally: ReturnType<typeof emptyTally>, faulty: number) => {
    tally.visits += 1;
    if (random() < faulty) tally.faulty += 1;
    if (random() < usual.unhydrated) tally.unhydrated += 1;
    addTime('lcp', tally);
    addTime('inp', tally);
  };
  for (let liar = 0; liar < liars; liar += 1) add(canary, 1);
  let made = 0;
  while (made < visits) {
    for (let look = 0; look < lookEvery / canaryShare; look += 1) {
      if (random() >= canaryShare) {
        add(live, usual.faulty);
        continue;
      }
      made += 1;
      if (random() >= silent) add(canary, usual.faulty + failing);
    }
    if (judge(canary, live, canaryShare, false).action === 'abort') return made;
  }
  return null;
}
