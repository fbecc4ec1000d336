import { phone, slowestPhone } from './phones';
import type { GoalRow, Table } from './report';
import * as statistics from './statistics';
import { variantNames, variants, type Variant } from './variants';

/** 150 ms and 1.6 Mbps, with the 750 Kbps upwards that Lighthouse gives a slow 4G. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Network and processor of a visitor. */
export const conditions = {
  slowNetwork: { title: 'slow network (150 ms, 1.6 Mbps)', network, processor: 'this machine' },
  slowPhone: { title: `slow network, processor of a ${phone.name}`, network, processor: 'phone' },
} as const;
export type Condition = keyof typeof conditions;
export const conditionNames = Object.keys(conditions) as readonly Condition[];

/** The metrics of one variant in one round, by their names. */
export interface Sample {
  /** `untouched`: nobody presses anything, and no tool is attached to the page (./main-thread). */
  readonly condition: Condition | 'untouched';
  readonly variant: Variant;
  readonly metrics: Readonly<Record<string, number>>;
}

/** The values of one metric by round, for the variants that have it. */
export function valuesOf(
  samples: readonly Sample[],
  variant: Variant,
  condition: Sample['condition'],
  metric: string,
): number[] {
  return samples
    .filter((sample) => sample.variant === variant && sample.condition === condition)
    .flatMap(({ metrics }) => metrics[metric] ?? []);
}

/** Titles of the visits by metric; times are shown under each condition. */
export const times: Readonly<Record<string, string>> = {
  '/ fcp': 'First paint of `/`',
  '/signup fcp': 'First paint of `/signup`',
  '/ toggled': 'Annual prices shown, pressed at first paint',
  '/ press': 'Slowest press of Month/Annual while loading',
  '/signup letter': 'Slowest letter typed while loading',
  '/ hydrated': 'Pricing hydrated',
  '/signup hydrated': 'Sign-up form hydrated',
  '/ blocked': 'Blocked by tasks beyond 50 ms, until hydrated and quiet',
  '/ longest': 'Longest of these tasks',
};
/** Processor time of untouched pages at the full speed of the machine. */
export const processorTimes: Readonly<Record<string, string>> = {
  '/ busy': 'Main thread of `/`, from the first byte until hydrated and quiet',
  '/ rendering': 'Styles and layout of `/`, until then',
  '/terms busy': 'Main thread of `/terms`, until quiet',
};
const sizes: Readonly<Record<string, string>> = {
  '/ script': 'Script of `/`, compressed',
  '/signup script': 'Script of `/signup`, compressed',
  '/terms script': 'Script of `/terms`, compressed',
  '/ wire': 'All that `/` loads, headers included',
};

interface Goal {
  readonly title: string;
  /** Metrics that must keep the goal; the worst is shown. */
  readonly metrics: readonly string[];
  readonly at: readonly Sample['condition'][];
  /** The most that a median may be. */
  readonly max: number;
  readonly unit: statistics.Unit;
  /** Compared with another variant, round by round; else the metric itself. */
  readonly to?: Variant;
}

const paints = ['/ fcp', '/ lcp', '/signup fcp', '/signup lcp'];
const presses = ['/ press', '/signup letter'];

const goals: readonly Goal[] = [
  ...conditionNames.map((condition): Goal => ({
    title: `First and largest paint, to the same page without scripts; ${conditions[condition].title}`,
    metrics: paints,
    at: [condition],
    max: 1.05,
    unit: 'ratio',
    to: 'scriptless',
  })),
  {
    title: 'Largest paint of `/` after its first paint',
    metrics: ['/ lcp after fcp'],
    at: conditionNames,
    max: 0,
    unit: 'ms',
  },
  {
    title:
      'Slowest press or letter while loading, over the same page without scripts; slow network',
    metrics: presses,
    at: ['slowNetwork'],
    max: 16,
    unit: 'ms',
    to: 'scriptless',
  },
  {
    title:
      'Slowest press or letter while loading, over the monolith, which has the same React; processor of a phone',
    metrics: presses,
    at: ['slowPhone'],
    max: 16,
    unit: 'ms',
    to: 'monolith',
  },
  {
    title: 'Pricing and sign-up form hydrated, later than in the monolith; slow network',
    metrics: ['/ hydrated', '/signup hydrated'],
    at: ['slowNetwork'],
    max: 100,
    unit: 'ms',
    to: 'monolith',
  },
  ...(
    [
      [phone, presses, 100],
      [slowestPhone, presses.map((metric) => `${metric}, slowest phone`), 200],
    ] as const
  ).map(([{ name }, metrics, max]): Goal => ({
    title: `Slowest press or letter, one in each 50 ms until after hydration; processor of a ${name}`,
    metrics,
    at: ['slowPhone'],
    max,
    unit: 'ms',
  })),
  ...(
    [
      ['Main thread until hydrated and quiet', '/ busy', 1.5],
      ['Styles and layout until then', '/ rendering', 1.3],
    ] as const
  ).map(([title, metric, max]): Goal => ({
    title: `${title}, to the same page without scripts`,
    metrics: [metric],
    at: ['untouched'],
    max,
    unit: 'ratio',
    to: 'scriptless',
  })),
  ...Object.entries({ '/': 101_200, '/signup': 114_300, '/terms': 0 }).map(([page, max]): Goal => ({
    title: `Script of \`${page}\`, compressed`,
    metrics: [`${page} script`],
    at: ['slowNetwork'],
    max,
    unit: 'bytes',
  })),
];

/** Times under each condition, then bytes, and what federation adds to each. */
export function visitTable(samples: readonly Sample[]): Table {
  const rowOf = (at: Sample['condition'], key: string, title: string, unit: statistics.Unit) => {
    const values = (variant: Variant) => valuesOf(samples, variant, at, key);
    const show = (shown: statistics.Summary) => statistics.formatSummary(shown, unit);
    return [
      title,
      // A page without scripts is never hydrated.
      ...variants.map((variant) =>
        values(variant).length > 0 ? show(statistics.summarize(values(variant))) : '',
      ),
      show(statistics.compareRounds(values('composed'), values('monolith'), unit)),
    ];
  };
  return {
    title: 'What federation costs over a monolith of the same sources',
    head: ['', ...variants.map((variant) => variantNames[variant]), 'Composed − monolith'],
    rows: [
      ...conditionNames.flatMap((at) =>
        Object.entries(times).map(([key, title]) =>
          rowOf(at, key, `${title}; ${conditions[at].title}`, 'ms'),
        ),
      ),
      ...Object.entries(processorTimes).map(([key, title]) => rowOf('untouched', key, title, 'ms')),
      ...Object.entries(sizes).map(([key, title]) => rowOf('slowNetwork', key, title, 'bytes')),
    ],
  };
}

/** The goals of the visits, kept or missed. */
export function visitGoals(samples: readonly Sample[]): GoalRow[] {
  return goals.map(({ title, metrics, at, max, unit, to }) => {
    const [worst] = at
      .flatMap((condition) =>
        metrics.map((metric) => {
          const values = valuesOf(samples, 'composed', condition, metric);
          if (!to) return statistics.summarize(values);
          return statistics.compareRounds(values, valuesOf(samples, to, condition, metric), unit);
        }),
      )
      .sort((a, b) => b.median - a.median);
    if (!worst) throw new Error(`Nothing was measured for "${title}".`);
    return {
      title,
      goal: `≤ ${statistics.formatValue(max, unit)}`,
      measured: statistics.formatSummary(worst, unit),
      isKept: worst.median <= max,
    };
  });
}
