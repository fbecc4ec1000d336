import type { Variant } from '../variants/variants';
import type { Figures } from './figures';

/** How many times slower than this machine a visitor's processor is. */
export const slowdowns = [1, 4] as const;
export type Slowdown = (typeof slowdowns)[number];

/** One visit's figures, under the name of what was visited. */
export interface Sample {
  readonly round: number;
  readonly slowdown: Slowdown;
  readonly variant: Variant;
  /** 'landing …' and 'sign-up …' figures. */
  readonly figures: Figures;
}

/** The values of one figure by round, for those rounds that have it. */
export function valuesOf(
  samples: readonly Sample[],
  variant: Variant,
  slowdown: Slowdown,
  figure: string,
): number[] {
  return samples
    .filter((sample) => sample.variant === variant && sample.slowdown === slowdown)
    .flatMap(({ figures }) => figures[figure] ?? []);
}
