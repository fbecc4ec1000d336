import { gammaln } from 'simple-statistics';
import { defaultLimits } from '../../services/limits';

/*
 * Whether a canary hurts its visitors. Were it like what is live, each bad visit would belong to it with the
 * probability that any visit does. The evidence is the likelihood of what was seen under other probabilities,
 * mixed by a beta prior, over that under this one: a mixture sequential probability ratio test. It ever
 * exceeds 1/α with a probability of at most α, so that looking often does not cheat (Ville's inequality).
 * Johari, Koomen, Pekelis, Walsh: Always valid inference, Operations Research 70 (2022); for counts: Lindon,
 * Malek: Anytime-valid inference for multinomial count data, NeurIPS 2022. The share of all visits stands
 * for that probability, so the error rate is simulated as well (scripts/lab/canary).
 */

/** Probability that a canary that differs in nothing is ever aborted, shared by the four comparisons. */
const errorRate = 0.01;
const comparisons = 4;

/** Visits of each composition without which nothing is promoted: any fault of one visit in ten shows by then. */
const enough = 300;

/**
 * Visits of one network that may decide. As many bad ones are left out of the canary's, so that no
 * network alone can abort it.
 */
const ofOneNetwork = defaultLimits.signalsThatDecide.burst;

/** Milliseconds, as the upper bounds of buckets → visits. */
export type Histogram = ReadonlyMap<number, number>;

/** What the visits to one composition came to. */
export interface Tally {
  readonly visits: number;
  /** With at least one fault. */
  readonly faulty: number;
  /** Left before the page and every slot in it were hydrated. */
  readonly unhydrated: number;
  readonly lcp: Histogram;
  readonly inp: Histogram;
}

export interface Verdict {
  readonly action: 'abort' | 'hold' | 'promote';
  /** For people. */
  readonly reason: string;
}

interface Rate {
  readonly bad: number;
  readonly of: number;
}

const sum = (numbers: Iterable<number>) =>
  [...numbers].reduce((total, number) => total + number, 0);

/** The value that three of four visits keep to, or null without a visit. */
export function p75(histogram: Histogram): number | null {
  let left = 0.75 * sum(histogram.values());
  for (const [value, count] of [...histogram].sort(([a], [b]) => a - b)) {
    left -= count;
    if (left <= 0 && count > 0) return value;
  }
  return null;
}

const logBeta = (a: number, b: number) => gammaln(a) + gammaln(b) - gammaln(a + b);

/** Logarithm of the evidence that a bad visit is the canary's more often than any visit is. */
function evidence(canary: Rate, live: Rate): number {
  const share = canary.of / (canary.of + live.of);
  if (canary.bad <= share * (canary.bad + live.bad)) return Number.NEGATIVE_INFINITY;
  // A prior whose mean is the share, worth about one visit of the canary.
  const prior = (1 - share) / share;
  const mixed = logBeta(canary.bad + 1, live.bad + prior) - logBeta(1, prior);
  return mixed - canary.bad * Math.log(share) - live.bad * Math.log(1 - share);
}

function above(histogram: Histogram, limit: number): Rate {
  const over = [...histogram].flatMap(([value, count]) => (value > limit ? count : []));
  return { bad: sum(over), of: sum(histogram.values()) };
}

const percent = ({ bad, of }: Rate) => `${((100 * bad) / of).toFixed(1)} % of ${of}`;

/**
 * Compares a canary with what is live, over the same time. Pure.
 * @param mayPromote somebody asked for it, and it has run for long enough
 */
export function judge(canary: Tally, live: Tally, mayPromote: boolean): Verdict {
  const slower = (name: 'lcp' | 'inp') => {
    const limit = p75(live[name]) ?? Infinity;
    const slow = above(canary[name], limit);
    return {
      what: `with ${name.toUpperCase()} over ${limit} ms`,
      // Its own 75th percentile has to be a bucket higher.
      canary: { ...slow, bad: slow.bad > slow.of / 4 ? slow.bad : 0 },
      live: above(live[name], limit),
    };
  };
  const rates = (what: string, bad: 'faulty' | 'unhydrated') => ({
    what,
    canary: { bad: canary[bad], of: canary.visits },
    live: { bad: live[bad], of: live.visits },
  });
  let worst = Number.NEGATIVE_INFINITY;
  for (const compared of [
    rates('with a fault', 'faulty'),
    rates('never hydrated', 'unhydrated'),
    slower('lcp'),
    slower('inp'),
  ]) {
    const { bad, of } = compared.canary;
    // A live site without visits says nothing about how good it is.
    if (bad <= ofOneNetwork || compared.live.of === 0) continue;
    const left = { bad: bad - ofOneNetwork, of: of - ofOneNetwork };
    worst = Math.max(worst, evidence(left, compared.live));
    if (worst < Math.log(comparisons / errorRate)) continue;
    const shown = `${percent(compared.canary)}, live ${percent(compared.live)}`;
    return { action: 'abort', reason: `visits ${compared.what}: ${shown}` };
  }
  const least = Math.min(canary.visits, live.visits);
  if (least < enough) return { action: 'hold', reason: `${least} of ${enough} visits to compare` };
  // What leans towards an abort is not promoted either.
  if (!mayPromote || worst > 0) return { action: 'hold', reason: 'not known to be worse' };
  return { action: 'promote', reason: `no worse than live in ${canary.visits} visits` };
}
