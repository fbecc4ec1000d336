import { gammaln, sum } from 'simple-statistics';

/*
 * Judges canaries by a mixture sequential probability ratio test. The null hypothesis is that the canary is like the
 * live site: then a bad visit is to the canary with the same probability as any other visit. The evidence against it is
 * a likelihood ratio: the likelihood of the counts under other probabilities, mixed by a beta prior, over their
 * likelihood under that one. However often somebody looks, it ever exceeds 1/α with a probability of at most α (Ville's
 * inequality).
 *
 * Sources: Johari, Koomen, Pekelis, Walsh: Always valid inference, Operations Research 70 (2022); for counts: Lindon,
 * Malek: Anytime-valid inference for multinomial count data, NeurIPS 2022. This implementation estimates the
 * probability by the canary's share of all visits, so judge-simulated.test.ts checks the error rate by simulation.
 */

/** The probability of ever aborting a canary that is no worse. All comparisons share it. */
const errorRate = 0.01;

/** The visits that each variant needs for a promotion. They suffice to detect a fault in one of ten visits. */
const minVisits = 300;

/**
 * The number of bad visits that is ignored. Only one visit per network decides (@composed/http/calls/rate-limit), so an
 * attacker needs more networks than this to have a canary aborted.
 */
const countIgnoredVisits = (visits: number) => Math.max(8, Math.ceil(Math.sqrt(visits)));

/** The fraction of its expected visits that a canary must have. With fewer, its pages break before they can report. */
const minShareRatio = 0.9;

/** The upper bound of a bin, in milliseconds → visits. */
export type Histogram = ReadonlyMap<number, number>;

/** The counts of visits to one deployment. */
export interface Tally {
  readonly visits: number;
  /** Visits with at least one fault. */
  readonly faulty: number;
  /** Visits that ended before the page and all its slots were hydrated. */
  readonly unhydrated: number;
  readonly lcp: Histogram;
  readonly inp: Histogram;
}

/** A decision about a canary, with the reason for people. */
export interface Verdict {
  readonly action: 'abort' | 'hold' | 'promote';
  readonly reason: string;
}

interface Rate {
  readonly bad: number;
  readonly of: number;
}

/** Returns the 75th percentile, or null without visits. */
export function p75(histogram: Histogram): number | null {
  let countLeft = 0.75 * sum([...histogram.values()]);
  for (const [value, count] of [...histogram].sort(([a], [b]) => a - b)) {
    countLeft -= count;
    if (countLeft <= 0 && count > 0) return value;
  }
  return null;
}

const logBeta = (a: number, b: number) => gammaln(a) + gammaln(b) - gammaln(a + b);

/** The logarithm of the evidence that an event has a higher probability than the given one. */
function computeEvidence(events: number, otherVisits: number, probability: number): number {
  if (events <= probability * (events + otherVisits)) return Number.NEGATIVE_INFINITY;
  // The beta prior has that probability as its mean, and the weight of about one event.
  const prior = (1 - probability) / probability;
  const mixed = logBeta(events + 1, otherVisits + prior) - logBeta(1, prior);
  return mixed - events * Math.log(probability) - otherVisits * Math.log(1 - probability);
}

/**
 * The evidence that bad visits are more frequent with the canary.
 * @param ignored the number of the canary's bad visits that are left out
 */
function computeEvidenceOfWorse(canary: Rate, live: Rate, ignored: number): number {
  // Without visits to the live site there is nothing to compare with.
  if (canary.bad <= ignored || live.of === 0) return Number.NEGATIVE_INFINITY;
  const share = (canary.of - ignored) / (canary.of - ignored + live.of);
  return computeEvidence(canary.bad - ignored, live.bad, share);
}

/**
 * The evidence that the canary has too few visits for its share, since its pages hang or break before they report one.
 * This is a test for a sample ratio mismatch: Fabijan et al., Diagnosing Sample Ratio Mismatch in Online Controlled
 * Experiments, KDD 2019.
 * @param ignored the number of visits to the live site that are left out
 */
function computeEvidenceOfMissing(
  canary: number,
  live: number,
  share: number,
  ignored: number,
): number {
  if (live <= ignored) return Number.NEGATIVE_INFINITY;
  return computeEvidence(live - ignored, canary, 1 - minShareRatio * share);
}

function countAbove(histogram: Histogram, limit: number): Rate {
  const counts = [...histogram].flatMap(([value, count]) => (value > limit ? count : []));
  return { bad: sum(counts), of: sum([...histogram.values()]) };
}

const formatPercent = ({ bad, of }: Rate) => `${((100 * bad) / of).toFixed(1)} % of ${of}`;

/** The rates of visits to both variants that are bad in one respect. */
interface Comparison {
  readonly label: string;
  readonly canary: Rate;
  readonly live: Rate;
}

function compareCounts(
  canary: Tally,
  live: Tally,
  label: string,
  bad: 'faulty' | 'unhydrated',
): Comparison {
  return {
    label,
    canary: { bad: canary[bad], of: canary.visits },
    live: { bad: live[bad], of: live.visits },
  };
}

/** Compares how many visits are slower than the live site's 75th percentile. */
function compareTimes(canary: Tally, live: Tally, name: 'lcp' | 'inp'): Comparison {
  const limit = p75(live[name]) ?? Infinity;
  const slow = countAbove(canary[name], limit);
  // Slow visits count only if the canary's own 75th percentile is in a higher bin.
  const isSlower = slow.bad > slow.of / 4;
  return {
    label: `with ${name.toUpperCase()} over ${limit} ms`,
    canary: { ...slow, bad: isSlower ? slow.bad : 0 },
    live: countAbove(live[name], limit),
  };
}

/**
 * Compares a canary with the live site, over the same time. Pure.
 * @param share the fraction of the visitors who get the canary
 * @param mayPromote whether the canary may go live without a command, and has run for long enough
 */
export function judge(canary: Tally, live: Tally, share: number, mayPromote: boolean): Verdict {
  const comparisons = [
    compareCounts(canary, live, 'with a fault', 'faulty'),
    compareCounts(canary, live, 'never hydrated', 'unhydrated'),
    compareTimes(canary, live, 'lcp'),
    compareTimes(canary, live, 'inp'),
  ].map((comparison) => ({
    evidence: (ignored: number) =>
      computeEvidenceOfWorse(comparison.canary, comparison.live, ignored),
    ignored: countIgnoredVisits(comparison.canary.of),
    reason: `visits ${comparison.label}: ${formatPercent(comparison.canary)}, live ${formatPercent(comparison.live)}`,
  }));
  const allVisits = canary.visits + live.visits;
  const tests = [
    ...comparisons,
    {
      evidence: (ignored: number) =>
        computeEvidenceOfMissing(canary.visits, live.visits, share, ignored),
      ignored: countIgnoredVisits(live.visits),
      reason: `only ${canary.visits} of ${allVisits} visits were the canary’s, for ${100 * share} % of the visitors`,
    },
  ];
  const threshold = Math.log(tests.length / errorRate);
  const failedTest = tests.find((test) => test.evidence(test.ignored) >= threshold);
  if (failedTest) return { action: 'abort', reason: failedTest.reason };
  const fewerVisits = Math.min(canary.visits, live.visits);
  if (fewerVisits < minVisits)
    return { action: 'hold', reason: `${fewerVisits} of ${minVisits} visits to compare` };
  // Some evidence, even if an attacker may have forged it, prevents a promotion.
  const hasEvidence = tests.some((test) => test.evidence(0) > 0);
  if (!mayPromote || hasEvidence) return { action: 'hold', reason: 'not known to be worse' };
  return { action: 'promote', reason: `no worse than live in ${canary.visits} visits` };
}
