import { median, quantile } from 'simple-statistics';

/** A measured metric: its median, and the distance between the ends of the middle half of the runs. */
export interface Summary {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Median and quartiles. @throws Error when there are no values */
export function summarize(values: readonly number[]): Summary {
  return { median: median(values), low: quantile(values, 0.25), high: quantile(values, 0.75) };
}

export type Unit = 'ms' | 'bytes' | 'ratio';

/**
 * A metric beside the same metric of another variant, measured in turn with it: a summary of the ratios or
 * differences of each round, so that what slows a whole round down cancels out.
 */
export function compareRounds(values: readonly number[], base: readonly number[], unit: Unit) {
  const compared = values.map((value, round) => {
    const other = base[round] ?? NaN;
    return unit === 'ratio' ? value / other : value - other;
  });
  return summarize(compared);
}

/** '14,485', '103.9' (of thousands of bytes), '0.98' */
function formatNumber(value: number, unit: Unit): string {
  if (unit === 'ms') return Math.round(value).toLocaleString('en-US');
  return unit === 'ratio' ? value.toFixed(2) : String(Number((value / 1000).toFixed(1)));
}

/** '351 ms', '103.9 KB', '× 0.98' */
export function formatValue(value: number, unit: Unit): string {
  const number = formatNumber(value, unit);
  return unit === 'ratio' ? `× ${number}` : `${number} ${unit === 'ms' ? 'ms' : 'KB'}`;
}

/** '351 ms (337–354)': the middle half of the runs follows in brackets, unless all are the same. */
export function formatSummary(summary: Summary, unit: Unit): string {
  const [low, high] = [formatNumber(summary.low, unit), formatNumber(summary.high, unit)];
  return `${formatValue(summary.median, unit)}${low === high ? '' : ` (${low} to ${high})`}`;
}
