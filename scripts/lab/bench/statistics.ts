import { median, quantile } from 'simple-statistics';

/** A measured figure: what is typical, and how far apart the middle half of the runs lies. */
export interface Summary {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Fewer runs than this say nothing about the spread. */
const fewestRuns = 3;
/** A middle half that is wider than this share of the median is too wide to compare with. */
const widestSpread = 0.35;

/**
 * Median and quartiles.
 * @param least spread that is let pass however small the median is
 * @returns null of what cannot be compared: too few runs, or too far from each other
 */
export function summarize(values: readonly number[], least: number): Summary | null {
  if (values.length < fewestRuns) return null;
  const summary = {
    median: median(values),
    low: quantile(values, 0.25),
    high: quantile(values, 0.75),
  };
  const widest = Math.max(widestSpread * Math.abs(summary.median), least);
  return summary.high - summary.low <= widest ? summary : null;
}

/** Of milliseconds, which may differ by a frame. */
export const summarizeTimes = (times: readonly number[]) => summarize(times, 16);

/** Printed where a figure was measured and cannot be trusted. */
export const unsteady = 'unsteady';

/** '14,485' */
export const formatCount = (count: number) => Math.round(count).toLocaleString('en-US');

export const formatMs = (ms: number) => `${formatCount(ms)} ms`;

/** @param times milliseconds; the middle half of them follows in brackets */
export function formatTimes(times: readonly number[]): string {
  if (times.length === 0) return '';
  const summary = summarizeTimes(times);
  if (!summary) return unsteady;
  return `${formatMs(summary.median)} (${formatCount(summary.low)}–${formatCount(summary.high)})`;
}

/**
 * The ratio of a figure to the same figure of another variant, measured in turn with it: the
 * median and quartiles of the ratios of each round, so that what slows a whole round down cancels out.
 * @returns null where nothing can be said: fewer than three rounds, a zero below, or too wide a spread
 */
export function compareRounds(values: readonly number[], base: readonly number[]): Summary | null {
  const ratios = values.map((value, round) => value / (base[round] ?? 0));
  return values.length === base.length && ratios.every(Number.isFinite)
    ? summarize(ratios, 0)
    : null;
}

/** '× 1.06', or nothing where there is no ratio. */
export const formatRatio = (ratio: Summary | null) => (ratio ? `× ${ratio.median.toFixed(2)}` : '');

/** The items in another order each round: who comes first finds the machine in another state. */
export function inTurn<T>(items: readonly T[], round: number): T[] {
  const first = round % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
