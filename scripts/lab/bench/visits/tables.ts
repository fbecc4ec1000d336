import { median } from 'simple-statistics';
import { formatBytes } from '../../../release/reports/format';
import { atMost, ratioGoal, type GoalRow, type Table } from '../findings';
import {
  compareRounds,
  formatCount,
  formatMs,
  formatRatio,
  formatTimes,
  unsteady,
} from '../statistics';
import { variantNames, variants, type Variant } from '../variants';
import { conditionNames, conditions, valuesOf, type Condition, type Sample } from './samples';

type Unit = 'ms' | 'bytes' | 'count' | 'shift';

const overNetwork = ['slowNetwork', 'slowPhone'] as const;
const everywhere = [...overNetwork, 'localPhone'] as const;
const once = ['slowNetwork'] as const;
const locally = ['localPhone'] as const;

/** What is shown of the visits, as `Sample.figures` calls it: title, unit, and under which conditions. */
export const shownFigures: Readonly<
  Record<string, readonly [title: string, unit: Unit, at: readonly Condition[]]>
> = {
  'landing fcp': ['First contentful paint', 'ms', everywhere],
  'landing lcp': ['Largest contentful paint', 'ms', everywhere],
  'sign-up fcp': ['First contentful paint, sign-up', 'ms', everywhere],
  'terms fcp': ['First contentful paint, terms', 'ms', locally],
  'landing styleAndLayout': ['Style and layout before the first paint', 'ms', locally],
  'landing longestTask': ['Longest task', 'ms', locally],
  'landing toggle': ['Month/Annual answers, pressed at first paint', 'ms', overNetwork],
  'landing toggleInp': ['Slowest press of Month/Annual while loading', 'ms', overNetwork],
  'sign-up typingInp': ['Slowest letter typed while loading', 'ms', overNetwork],
  'landing hydrated': ['Pricing hydrated', 'ms', overNetwork],
  'sign-up hydrated': ['Sign-up hydrated', 'ms', overNetwork],
  'landing followed': ['From a click to the sign-up form, after a hover', 'ms', overNetwork],
  'landing shift': ['Layout shift', 'shift', once],
  'landing bytes script': ['Script, landing page', 'bytes', once],
  'sign-up bytes script': ['Script, sign-up page', 'bytes', once],
  'terms bytes script': ['Script, terms', 'bytes', locally],
  'landing bytes of host': ['All files of the host, landing page', 'bytes', once],
  'landing bytes of pricing': ['All files of pricing, landing page', 'bytes', once],
  'landing bytes html': ['HTML with its styles, landing page', 'bytes', once],
  'landing headers': ['Headers of all answers, landing page', 'bytes', once],
  'landing wire': ['All bytes on the wire, landing page', 'bytes', once],
  'landing requests': ['Requests, landing page', 'count', once],
  'landing trips': ['Sequential trips to hydrated pricing', 'count', once],
  'landing styles': ['Style recalculations in the first 3 s', 'count', locally],
  'landing layouts': ['Layouts in the first 3 s', 'count', locally],
};

/** The most that a median may be: the figure itself, or its ratio to another variant. */
const goals: readonly (readonly [figure: string, at: Condition, most: number, to?: Variant])[] = [
  ['landing fcp', 'slowNetwork', 1.05, 'scriptless'],
  ['landing fcp', 'slowPhone', 1.05, 'scriptless'],
  ['landing fcp', 'localPhone', 1.7, 'heading'],
  ['sign-up fcp', 'localPhone', 1.4, 'heading'],
  ['terms fcp', 'localPhone', 1.4, 'heading'],
  ['landing styleAndLayout', 'localPhone', 120],
  ['landing longestTask', 'localPhone', 50],
  ['landing toggleInp', 'slowPhone', 50],
  ['sign-up typingInp', 'slowPhone', 32],
  ['landing hydrated', 'slowNetwork', 1.05, 'monolith'],
  ['landing hydrated', 'slowPhone', 1.05, 'monolith'],
  ['landing followed', 'slowNetwork', 200],
  ['landing shift', 'slowNetwork', 0],
  ['landing bytes script', 'slowNetwork', 1.1, 'monolith'],
  ['terms bytes script', 'localPhone', 4000],
  ['landing headers', 'slowNetwork', 4000],
  ['landing styles', 'localPhone', 12],
  ['landing layouts', 'localPhone', 8],
];

const formats: Readonly<Record<Unit, (value: number) => string>> = {
  ms: formatMs,
  bytes: formatBytes,
  count: formatCount,
  shift: (value) => String(Number(value.toFixed(3))),
};

function formatFigure(values: readonly number[], unit: Unit): string {
  if (unit === 'ms') return formatTimes(values);
  return values.length > 0 ? formats[unit](median(values)) : '';
}

/** Times under each condition, then what is the same at any speed, with the ratios to other variants. */
export function visitTables(samples: readonly Sample[]): Table[] {
  const table = (title: string, isShown: (unit: Unit, at: Condition) => boolean): Table => {
    const rows = Object.entries(shownFigures).flatMap(([key, [name, unit, conditionsOf]]) =>
      conditionsOf
        .filter((at) => isShown(unit, at))
        .map((at) => {
          const values = (variant: Variant) => valuesOf(samples, variant, at, key);
          return { name, unit, values };
        }),
    );
    const shown = variants.filter((variant) =>
      rows.some(({ values }) => values(variant).length > 0),
    );
    const others = shown.filter((variant) => variant !== 'composed');
    return {
      title,
      head: [
        '',
        ...shown.map((variant) => variantNames[variant]),
        ...others.map((variant) => `to ${variantNames[variant].toLowerCase()}`),
      ],
      rows: rows.map(({ name, unit, values }) => [
        name,
        ...shown.map((variant) => formatFigure(values(variant), unit)),
        ...others.map((other) => formatRatio(compareRounds(values('composed'), values(other)))),
      ]),
    };
  };
  return [
    ...conditionNames.map((condition) =>
      table(conditions[condition].title, (unit, at) => unit === 'ms' && at === condition),
    ),
    table('What is loaded and done', (unit) => unit !== 'ms'),
  ];
}

/** The goals of the visits, kept or missed. */
export function visitGoals(samples: readonly Sample[]): GoalRow[] {
  return goals.map(([key, at, most, to]) => {
    const [name, unit] = shownFigures[key] ?? [key, 'count'];
    const title = unit === 'ms' ? `${name}, ${conditions[at].title}` : name;
    const values = valuesOf(samples, 'composed', at, key);
    if (to) {
      const ratio = compareRounds(values, valuesOf(samples, to, at, key));
      return ratioGoal(`${title}, to ${variantNames[to].toLowerCase()}`, ratio, '≤', most);
    }
    const measured = formatFigure(values, unit);
    const goal = atMost(title, measured === '' ? Infinity : median(values), most, formats[unit]);
    return { ...goal, measured, ...(['', unsteady].includes(measured) && { isKept: null }) };
  });
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
  if (floor.length < 2) return null;
  const middle = Math.ceil(floor.length / 2);
  const change = median(floor.slice(middle)) / median(floor.slice(0, middle)) - 1;
  if (Math.abs(change) <= steadyFloor) return null;
  return `The page with one heading was painted ${Math.abs(change * 100).toFixed(0)} % ${change > 0 ? 'later' : 'sooner'} in the second half of the run: the machine was busy, measure again.`;
}
