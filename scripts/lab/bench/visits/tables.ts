import type { GoalRow } from '../bench';
import { compareRounds, isSteady, summarize } from '../statistics';
import { unsteady, type Table } from '../tables';
import { variantNames, variants, type Variant } from '../variants/variants';
import { conditions, valuesOf, type Condition, type Sample } from './samples';
import { formatValue, shownFigures, type Goal, type ShownFigure } from './shown-figures';

function cell(
  samples: readonly Sample[],
  variant: Variant,
  at: Condition,
  { key, unit }: ShownFigure,
): string {
  const values = valuesOf(samples, variant, at, key);
  if (values.length === 0) return '';
  const summary = summarize(values);
  if (unit !== 'ms') return formatValue(summary.median, unit);
  if (!isSteady(summary)) return unsteady;
  const [low, high] = [Math.round(summary.low), Math.round(summary.high)];
  return `${formatValue(summary.median, unit)} (${low}–${high})`;
}

/** The ratio of the composed site to another variant, round by round; null where nothing can be said. */
function ratioTo(samples: readonly Sample[], base: Variant, at: Condition, { key }: ShownFigure) {
  return compareRounds(valuesOf(samples, 'composed', at, key), valuesOf(samples, base, at, key));
}

function table(samples: readonly Sample[], title: string, figures: [ShownFigure, Condition][]) {
  const shown = variants.filter((variant) =>
    figures.some(([{ key }, at]) => valuesOf(samples, variant, at, key).length > 0),
  );
  const others = shown.filter((variant) => variant !== 'composed');
  const rows = figures.map(([figure, at]) => [
    figure.title,
    ...shown.map((variant) => cell(samples, variant, at, figure)),
    ...others.map((base) => {
      const ratio = ratioTo(samples, base, at, figure);
      return ratio ? `× ${ratio.median.toFixed(2)}` : '';
    }),
  ]);
  const names = shown.map((variant) => variantNames[variant]);
  const ratios = others.map((variant) => `to ${variantNames[variant].toLowerCase()}`);
  return { title, head: ['', ...names, ...ratios], rows };
}

/** Times under each condition, then what is the same at any speed, with the ratios to other variants. */
export function visitTables(samples: readonly Sample[]): Table[] {
  const timed = shownFigures.filter(({ unit }) => unit === 'ms');
  const others = shownFigures.filter(({ unit }) => unit !== 'ms');
  return [
    ...(Object.keys(conditions) as Condition[]).map((at) =>
      table(
        samples,
        conditions[at].title,
        timed.filter((figure) => figure.at.includes(at)).map((figure) => [figure, at]),
      ),
    ),
    table(
      samples,
      'What is loaded and done',
      others.flatMap((figure) => figure.at.map((at): [ShownFigure, Condition] => [figure, at])),
    ),
  ];
}

function goalRow(samples: readonly Sample[], figure: ShownFigure, { at, most, to }: Goal): GoalRow {
  const where = figure.unit === 'ms' ? `, ${conditions[at].title}` : '';
  if (to) {
    const ratio = ratioTo(samples, to, at, figure);
    return {
      title: `${figure.title}${where}, to ${variantNames[to].toLowerCase()}`,
      goal: `≤ × ${most.toFixed(2)}`,
      measured: ratio
        ? `× ${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)})`
        : '',
      isKept: ratio && ratio.median <= most,
    };
  }
  const values = valuesOf(samples, 'composed', at, figure.key);
  const summary = values.length > 0 ? summarize(values) : null;
  const isKnown = summary !== null && (figure.unit !== 'ms' || isSteady(summary));
  return {
    title: `${figure.title}${where}`,
    goal: `≤ ${formatValue(most, figure.unit)}`,
    measured: cell(samples, 'composed', at, figure),
    isKept: isKnown ? summary.median <= most : null,
  };
}

/** The goals of the visits, kept or missed. */
export function visitGoals(samples: readonly Sample[]): GoalRow[] {
  return shownFigures.flatMap((figure) =>
    figure.goals.map((goal) => goalRow(samples, figure, goal)),
  );
}

/** Share by which the floor may differ between the halves of a run. */
const steadyFloor = 0.1;

/**
 * The page with one heading should cost the same in both halves of a run; what slowed it down has slowed
 * everything else.
 * @returns a sentence, or null when the floor was steady
 */
export function floorWarning(samples: readonly Sample[]): string | null {
  const floor = valuesOf(samples, 'heading', 'localPhone', 'landing fcp');
  const middle = Math.ceil(floor.length / 2);
  if (middle === floor.length) return null;
  const [before, after] = [floor.slice(0, middle), floor.slice(middle)].map(
    (half) => summarize(half).median,
  );
  const change = (after ?? 0) / (before ?? 1) - 1;
  if (Math.abs(change) <= steadyFloor) return null;
  return `The page with one heading was painted ${Math.abs(change * 100).toFixed(0)} % ${change > 0 ? 'later' : 'sooner'} in the second half of the run: the machine was busy, measure again.`;
}
