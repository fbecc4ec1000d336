import type { Browser } from 'playwright-core';
import type { VariantSites } from './sites';

/** What every part of a run measures with. */
export interface Bench {
  readonly browser: Browser;
  readonly sites: VariantSites;
  /** An empty folder of this run. */
  readonly folder: string;
  /** Rounds of short measurements. */
  readonly runs: number;
  /** Rounds of measurements that take long. */
  readonly fewRuns: number;
  readonly print: (line: string) => void;
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
  /** Every measured value, for results.json. */
  readonly data: unknown;
  readonly tables: readonly Table[];
  readonly goals?: readonly GoalRow[];
  /** An SVG for the README. */
  readonly chart?: string;
  /** Why the figures may be wrong. */
  readonly warning?: string | null;
}
