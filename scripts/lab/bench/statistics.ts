import { formatDuration } from '../../release/reports/format';

/** The value below which a share of the sorted values lies, between neighbours by their distance. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error('There are no values.');
  return below + (above - below) * (place - Math.floor(place));
}

/** A measured figure: what is typical, and how far apart the middle half of the runs lies. */
export interface Summary {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  readonly runs: number;
}

/** Median and quartiles. @throws Error without values */
export function summarize(values: readonly number[]): Summary {
  const at = (share: number) => quantile(values, share);
  return { median: at(0.5), low: at(0.25), high: at(0.75), runs: values.length };
}

/** Fewer runs than this say nothing about the spread. */
const fewestRuns = 3;
/** A middle half that is wider than this share of the median is too wide to compare with. */
const widestSpread = 0.35;

/** Whether a figure can be compared with another: enough runs, and near enough to each other. */
export function isSteady({ median, low, high, runs }: Summary): boolean {
  return runs >= fewestRuns && high - low <= Math.max(widestSpread * Math.abs(median), 16);
}

/** Printed where a figure was measured and cannot be trusted. */
export const unsteady = 'unsteady';

/** @param times milliseconds; the middle half of them follows in brackets */
export function formatTimes(times: readonly number[]): string {
  if (times.length === 0) return '';
  const summary = summarize(times);
  if (!isSteady(summary)) return unsteady;
  const [median, low, high] = [summary.median, summary.low, summary.high].map(formatDuration);
  return `${median} (${low}–${high})`;
}

/**
 * The ratio of a figure to the same figure of another variant, measured in turn with it: the
 * median and quartiles of the ratios of each round, so that what slows a whole round down cancels out.
 * @returns null where nothing can be said: fewer than three rounds, a zero below, or too wide a spread
 */
export function compareRounds(values: readonly number[], base: readonly number[]): Summary | null {
  if (values.length !== base.length || values.length < fewestRuns) return null;
  const ratios = values.map((value, round) => value / (base[round] ?? 0));
  if (!ratios.every(Number.isFinite)) return null;
  const summary = summarize(ratios);
  return summary.high - summary.low <= widestSpread ? summary : null;
}

/** '× 1.06', or nothing where there is no ratio. */
export const formatRatio = (ratio: Summary | null) => (ratio ? `× ${ratio.median.toFixed(2)}` : '');
