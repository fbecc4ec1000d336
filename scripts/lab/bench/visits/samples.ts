import type { Variant } from '../variants';

/** 150 ms and 1.6 Mbps, with the 750 Kbps upwards that Lighthouse gives a slow 4G. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const slowNetwork = '150 ms and 1.6 Mbps';

/** Network and processor of a visitor; `slowdown`: how many times slower than this machine. */
export const conditions = {
  slowNetwork: { title: slowNetwork, network: slow4g, slowdown: 1 },
  slowPhone: { title: `${slowNetwork}, processor 4 times slower`, network: slow4g, slowdown: 4 },
  localPhone: { title: 'Local network, processor 4 times slower', network: null, slowdown: 4 },
} as const;
export type Condition = keyof typeof conditions;
export const conditionNames = Object.keys(conditions) as readonly Condition[];

/** Figure → its value. A figure that a visit does not have is left out. */
export type Figures = Readonly<Record<string, number>>;

/** The figures of one variant in one round, each under the page's name: 'landing fcp'. */
export interface Sample {
  readonly round: number;
  readonly condition: Condition;
  readonly variant: Variant;
  readonly figures: Figures;
}

/** The values of one figure by round, for those rounds that have it. */
export function valuesOf(
  samples: readonly Sample[],
  variant: Variant,
  condition: Condition,
  figure: string,
): number[] {
  return samples
    .filter((sample) => sample.variant === variant && sample.condition === condition)
    .flatMap(({ figures }) => figures[figure] ?? []);
}
