import { formatKilobytes } from '../tables';
import type { Variant } from '../variants/variants';
import type { Condition } from './samples';

export type Unit = 'ms' | 'bytes' | 'count' | 'shift';

/** The most that a median may be: a ratio `to` another variant, or the figure itself. */
export interface Goal {
  readonly at: Condition;
  readonly most: number;
  readonly to?: Variant;
}

/** A figure of the visits as tables and chart show it. */
export interface ShownFigure {
  /** As `Sample.figures` calls it. */
  readonly key: string;
  readonly title: string;
  readonly unit: Unit;
  readonly at: readonly Condition[];
  readonly goals: readonly Goal[];
}

const overNetwork = ['slowNetwork', 'slowPhone'] as const;
const everywhere = [...overNetwork, 'localPhone'] as const;
const once = ['slowNetwork'] as const;
const locally = ['localPhone'] as const;

function figure(
  key: string,
  title: string,
  unit: Unit,
  at: readonly Condition[],
  ...goals: readonly Goal[]
): ShownFigure {
  return { key, title, unit, at, goals };
}

const toHeading = (most: number): Goal => ({ at: 'localPhone', most, to: 'heading' });
const toMonolith = (at: Condition, most: number): Goal => ({ at, most, to: 'monolith' });
const toScriptless = (at: Condition): Goal => ({ at, most: 1.05, to: 'scriptless' });

export const shownFigures: readonly ShownFigure[] = [
  figure(
    'landing fcp',
    'First contentful paint',
    'ms',
    everywhere,
    toScriptless('slowNetwork'),
    toScriptless('slowPhone'),
    toHeading(1.7),
  ),
  figure('landing lcp', 'Largest contentful paint', 'ms', everywhere),
  figure('sign-up fcp', 'First contentful paint, sign-up', 'ms', everywhere, toHeading(1.4)),
  figure('terms fcp', 'First contentful paint, terms', 'ms', locally, toHeading(1.4)),
  figure('landing styleAndLayout', 'Style and layout before the first paint', 'ms', locally, {
    at: 'localPhone',
    most: 120,
  }),
  figure('landing longestTask', 'Longest task', 'ms', locally, { at: 'localPhone', most: 50 }),
  figure('landing toggle', 'Month/Annual answers, pressed at first paint', 'ms', overNetwork),
  figure('landing toggleInp', 'Slowest press of Month/Annual while loading', 'ms', overNetwork, {
    at: 'slowPhone',
    most: 50,
  }),
  figure('sign-up typingInp', 'Slowest letter typed while loading', 'ms', overNetwork, {
    at: 'slowPhone',
    most: 32,
  }),
  figure(
    'landing hydrated',
    'Pricing hydrated',
    'ms',
    overNetwork,
    toMonolith('slowNetwork', 1.05),
    toMonolith('slowPhone', 1.05),
  ),
  figure('sign-up hydrated', 'Sign-up hydrated', 'ms', overNetwork),
  figure('landing followed', 'From a click to the sign-up form, after a hover', 'ms', overNetwork, {
    at: 'slowNetwork',
    most: 200,
  }),
  figure('landing shift', 'Layout shift', 'shift', once, { at: 'slowNetwork', most: 0 }),
  figure(
    'landing bytes script',
    'Script, landing page',
    'bytes',
    once,
    toMonolith('slowNetwork', 1.1),
  ),
  figure('sign-up bytes script', 'Script, sign-up page', 'bytes', once),
  figure('terms bytes script', 'Script, terms', 'bytes', locally, { at: 'localPhone', most: 4000 }),
  figure('landing bytes of host', 'All files of the host, landing page', 'bytes', once),
  figure('landing bytes of pricing', 'All files of pricing, landing page', 'bytes', once),
  figure('landing bytes html', 'HTML with its styles, landing page', 'bytes', once),
  figure('landing headers', 'Headers of all answers, landing page', 'bytes', once, {
    at: 'slowNetwork',
    most: 4000,
  }),
  figure('landing wire', 'All bytes on the wire, landing page', 'bytes', once),
  figure('landing requests', 'Requests, landing page', 'count', once),
  figure('landing trips', 'Sequential trips to hydrated pricing', 'count', once),
  figure('landing styles', 'Style recalculations in the first 3 s', 'count', locally, {
    at: 'localPhone',
    most: 12,
  }),
  figure('landing layouts', 'Layouts in the first 3 s', 'count', locally, {
    at: 'localPhone',
    most: 8,
  }),
];

/** A value with its unit, short: '1,266 ms', '94.1 KB', '0'. */
export function formatValue(value: number, unit: Unit): string {
  if (unit === 'ms') return `${Math.round(value).toLocaleString('en-US')} ms`;
  if (unit === 'bytes') return formatKilobytes(value);
  return unit === 'shift' ? value.toFixed(3).replace(/\.?0+$/, '') : String(Math.round(value));
}
