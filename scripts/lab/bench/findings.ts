import type { Browser } from 'playwright-core';
import type { VariantSites } from './sites';
import { formatRatio, type Summary } from './statistics';

/** What every part of a run measures with. */
export interface Bench {
  readonly browser: Browser;
  readonly sites: VariantSites;
  /** An empty folder of this run. */
  readonly folder: string;
  /** Rounds of short measurements. */
  readonly runs: number;
}

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A figure that must not be above its goal, as a row of the table of goals. */
export interface GoalRow {
  readonly title: string;
  readonly goal: string;
  readonly measured: string;
  /** Null: the figure is not steady enough to say. */
  readonly isKept: boolean | null;
}

/** What a part of a run has found. */
export interface Findings {
  /** Every measured value, for results.json, where the tables do not say it. */
  readonly data?: unknown;
  readonly tables: readonly Table[];
  readonly goals?: readonly GoalRow[];
  /** An SVG for the README. */
  readonly chart?: string;
  /** Why the figures may be wrong. */
  readonly warning?: string | null;
}

/** The goal of a figure that must not be above `most`. */
export function atMost(
  title: string,
  value: number,
  most: number,
  format: (value: number) => string = String,
): GoalRow {
  const [goal, measured] = [`≤ ${format(most)}`, format(value)];
  return { title, goal, measured, isKept: value <= most };
}

/** The goal of a ratio to what was measured in turn. */
export function ratioGoal(
  title: string,
  ratio: Summary | null,
  sign: '≤' | '≥',
  limit: number,
): GoalRow {
  return {
    title,
    goal: `${sign} × ${limit.toFixed(2)}`,
    measured: ratio
      ? `${formatRatio(ratio)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`
      : '',
    isKept: ratio && (sign === '≤' ? ratio.median <= limit : ratio.median >= limit),
  };
}
