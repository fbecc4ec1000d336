import { compareRounds, isSteady, summarize, type Summary } from '../statistics';
import { variants, type Variant } from '../variants/variants';
import { slowdowns, valuesOf, type Sample, type Slowdown } from '../visitor/samples';
import { shownFigures, tellValue, type ShownFigure } from './figures-shown';
import type { Table } from './table';

/** Stands where a figure was measured and cannot be trusted. */
export const unsteady = 'unsteady';

function tellSummary(summary: Summary, unit: ShownFigure['unit']): string {
  if (unit !== 'ms') return tellValue(summary.median, unit);
  if (!isSteady(summary)) return unsteady;
  const [low, high] = [Math.round(summary.low), Math.round(summary.high)];
  return `${tellValue(summary.median, unit)} (${low}–${high})`;
}

function cell(samples: readonly Sample[], variant: Variant, speed: Slowdown, figure: ShownFigure) {
  const values = valuesOf(samples, variant, speed, figure.key);
  return values.length === 0 ? '' : tellSummary(summarize(values), figure.unit);
}

/** The ratio of the composed site to another variant, round by round; null where nothing can be said. */
export function ratioTo(
  samples: readonly Sample[],
  base: Variant,
  speed: Slowdown,
  key: string,
): Summary | null {
  return compareRounds(
    valuesOf(samples, 'composed', speed, key),
    valuesOf(samples, base, speed, key),
  );
}

function tellRatio(samples: readonly Sample[], base: Variant, speed: Slowdown, key: string) {
  const ratio = ratioTo(samples, base, speed, key);
  return ratio ? `× ${ratio.median.toFixed(2)}` : '';
}

/** Figures that are the same at any speed of the processor are shown once. */
const isTimed = ({ unit }: ShownFigure) => unit === 'ms';

/** All figures of the visits with the ratios of the composed site to the other two. */
export function visitTables(samples: readonly Sample[]): Table[] {
  const rows = (figures: readonly ShownFigure[], speed: Slowdown) =>
    figures.map((figure) => [
      figure.title,
      ...variants.map((variant) => cell(samples, variant, speed, figure)),
      tellRatio(samples, 'monolith', speed, figure.key),
      tellRatio(samples, 'scriptless', speed, figure.key),
    ]);
  const head = ['', 'Composed', 'Monolith', 'No scripts', 'to monolith', 'to no scripts'];
  return [
    ...slowdowns.map((speed) => ({
      title:
        speed === 1
          ? '150 ms and 1.6 Mbps'
          : `150 ms and 1.6 Mbps, processor ${speed} times slower`,
      head,
      rows: rows(shownFigures.filter(isTimed), speed),
    })),
    {
      title: 'What is loaded',
      head,
      rows: rows(
        shownFigures.filter((figure) => !isTimed(figure)),
        1,
      ),
    },
  ];
}

/** How each goal stands: one row per goal and speed. */
export function goalTable(samples: readonly Sample[]): Table {
  const rows = shownFigures.flatMap((figure) => {
    const { goal } = figure;
    if (!goal) return [];
    const speeds = isTimed(figure) ? slowdowns : ([1] as const);
    return speeds.map((speed) => {
      const ratio = ratioTo(samples, goal.to, speed, figure.key);
      return [
        `${figure.title}${speed === 1 ? '' : `, processor 1/${speed}`}`,
        goal.to === 'monolith' ? 'monolith' : 'no scripts',
        `≤ ${goal.most.toFixed(2)}`,
        ratio
          ? `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`
          : unsteady,
        ratio ? (ratio.median <= goal.most ? 'kept' : 'missed') : '',
      ];
    });
  });
  return { title: 'Goals', head: ['Composed', 'to', 'Goal', 'Measured', ''], rows };
}
