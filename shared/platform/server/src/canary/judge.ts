import { gammaln, sum } from 'simple-statistics';

/*
 * The judgement of a canary. For a canary like the live site, a bad visit is the canary's with the probability of any
 * visit. The evidence against that is a ratio of likelihoods: of the counts under other probabilities, mixed by a beta
 * prior, to the counts under this one (a mixture sequential probability ratio test). It ever exceeds 1/α with a
 * probability of at most α, however often somebody looks (Ville's inequality).
 * Johari, Koomen, Pekelis, Walsh: Always valid inference, Operations Research 70 (2022); for counts: Lindon,
 * Malek: Anytime-valid inference for multinomial count data, NeurIPS 2022. The share of all visits stands
 * for that probability, so the error rate is simulated as well (judge-simulated.test.ts).
 */

/** Probability of ever aborting a canary without a difference, shared by all comparisons. */
const errorRate = 0.01;

/** Below so many visits of each deployment nothing is promoted. With as many, a fault of one visit in ten shows. */
const minVisits = 300;

/**
 * Bad visits that do not count, of so many visits. One visit of each network counts
 * (@composed/http/calls/rate-limit), so an attacker needs more networks than that to have a canary aborted.
 */
const discountedVisits = (visits: number) => Math.max(8, Math.ceil(Math.sqrt(visits)));

/** The least part of its expected share of visits that a canary must have: with less, its pages are broken. */
const leastOfShare = 0.9;

/** Milliseconds, as the upper bounds of bins → visits. */
export type Histogram = ReadonlyMap<number, number>;

/** The tally of visits to one deployment. */
export interface Tally {
  readonly visits: number;
  /** Visits with at least one fault. */
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

/** The value that three of four visits do not exceed, or null without a visit. */
export function p75(histogram: Histogram): number | null {
  let countLeft = 0.75 * sum([...histogram.values()]);
  for (const [value, count] of [...histogram].sort(([a], [b]) => a - b)) {
    countLeft -= count;
    if (countLeft <= 0 && count > 0) return value;
  }
  return null;
}

const logBeta = (a: number, b: number) => gammaln(a) + gammaln(b) - gammaln(a + b);

/** Logarithm of the evidence that something happens more often than with this probability. */
function evidence(times: number, others: number, probability: number): number {
  if (times <= probability * (times + others)) return Number.NEGATIVE_INFINITY;
  // A prior whose mean is that probability, worth about one time.
  const prior = (1 - probability) / probability;
  const mixed = logBeta(times + 1, others + prior) - logBeta(1, prior);
  return mixed - times * Math.log(probability) - others * Math.log(1 - probability);
}

/**
 * Evidence that bad visits are more frequent with the canary.
 * @param out bad visits that are left out
 */
function evidenceOfWorse(canary: Rate, live: Rate, out: number): number {
  // A live site without visits says nothing about how good it is.
  if (canary.bad <= out || live.of === 0) return Number.NEGATIVE_INFINITY;
  const share = (canary.of - out) / (canary.of - out + live.of);
  return evidence(canary.bad - out, live.bad, share);
}

/**
 * Evidence that the canary has fewer visits than its share: its pages hang or break before they can report one. A test
 * of the sample ratio: Fabijan et al., Diagnosing Sample Ratio Mismatch in Online Controlled Experiments, KDD 2019.
 */
function evidenceOfMissing(canary: number, live: number, share: number, out: number): number {
  if (live <= out) return Number.NEGATIVE_INFINITY;
  return evidence(live - out, canary, 1 - leastOfShare * share);
}

function rateAbove(histogram: Histogram, limit: number): Rate {
  const over = [...histogram].flatMap(([value, count]) => (value > limit ? count : []));
  return { bad: sum(over), of: sum([...histogram.values()]) };
}

const percent = ({ bad, of }: Rate) => `${((100 * bad) / of).toFixed(1)} % of ${of}`;

/**
 * Compares a canary with the live site, over the same time. Pure.
 * @param share of the visitors who get the canary, of 1
 * @param mayPromote whether the canary may go live by itself, and has run for long enough
 */
export function judge(canary: Tally, live: Tally, share: number, mayPromote: boolean): Verdict {
  const rates = (what: string, bad: 'faulty' | 'unhydrated') => ({
    what,
    canary: { bad: canary[bad], of: canary.visits },
    live: { bad: live[bad], of: live.visits },
  });
  const slower = (name: 'lcp' | 'inp') => {
    const limit = p75(live[name]) ?? Infinity;
    const slow = rateAbove(canary[name], limit);
    return {
      what: `with ${name.toUpperCase()} over ${limit} ms`,
      // Its own 75th percentile has to be a bin higher.
      canary: { ...slow, bad: slow.bad > slow.of / 4 ? slow.bad : 0 },
      live: rateAbove(live[name], limit),
    };
  };
  const compared = [
    rates('with a fault', 'faulty'),
    rates('never hydrated', 'unhydrated'),
    slower('lcp'),
    slower('inp'),
  ].map((sides) => ({
    evidence: (out: number) => evidenceOfWorse(sides.canary, sides.live, out),
    out: discountedVisits(sides.canary.of),
    reason: `visits ${sides.what}: ${percent(sides.canary)}, live ${percent(sides.live)}`,
  }));
  const allVisits = canary.visits + live.visits;
  const signs = [
    ...compared,
    {
      evidence: (out: number) => evidenceOfMissing(canary.visits, live.visits, share, out),
      out: discountedVisits(live.visits),
      reason: `only ${canary.visits} of ${allVisits} visits were the canary’s, for ${100 * share} % of the visitors`,
    },
  ];
  const proof = signs.find((one) => one.evidence(one.out) >= Math.log(signs.length / errorRate));
  if (proof) return { action: 'abort', reason: proof.reason };
  const least = Math.min(canary.visits, live.visits);
  if (least < minVisits)
    return { action: 'hold', reason: `${least} of ${minVisits} visits to compare` };
  // A canary with some evidence against it is not promoted, even if the reports may be forged.
  const leans = signs.some((one) => one.evidence(0) > 0);
  if (!mayPromote || leans) return { action: 'hold', reason: 'not known to be worse' };
  return { action: 'promote', reason: `no worse than live in ${canary.visits} visits` };
}
