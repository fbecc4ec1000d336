/** A figure of the visits as the tables and the chart show it. */
export interface ShownFigure {
  /** As `Sample.figures` calls it. */
  readonly key: string;
  readonly title: string;
  readonly unit: 'ms' | 'bytes' | 'count' | 'shift';
  /** What a ratio is taken to, and the most that it may be; issue: "Measured side by side". */
  readonly goal?: { readonly to: 'monolith' | 'scriptless'; readonly most: number };
}

export const shownFigures: readonly ShownFigure[] = [
  {
    key: 'landing fcp',
    title: 'First contentful paint',
    unit: 'ms',
    goal: { to: 'scriptless', most: 1.05 },
  },
  { key: 'landing lcp', title: 'Largest contentful paint', unit: 'ms' },
  { key: 'landing shift', title: 'Layout shift', unit: 'shift' },
  { key: 'landing toggle', title: 'Month/Annual answers, pressed at first paint', unit: 'ms' },
  { key: 'landing toggleInp', title: 'Slowest press of Month/Annual while loading', unit: 'ms' },
  {
    key: 'landing alive',
    title: 'Pricing hydrated',
    unit: 'ms',
    goal: { to: 'monolith', most: 1.1 },
  },
  { key: 'sign-up fcp', title: 'First contentful paint, sign-up', unit: 'ms' },
  { key: 'sign-up alive', title: 'Sign-up hydrated', unit: 'ms' },
  { key: 'sign-up typingInp', title: 'Slowest letter typed while loading', unit: 'ms' },
  {
    key: 'landing bytes script',
    title: 'Script, landing page',
    unit: 'bytes',
    goal: { to: 'monolith', most: 1.15 },
  },
  { key: 'landing bytes of host', title: 'All files of the host, landing page', unit: 'bytes' },
  { key: 'landing bytes of pricing', title: 'All files of pricing, landing page', unit: 'bytes' },
  { key: 'landing bytes html', title: 'HTML with its styles, landing page', unit: 'bytes' },
  { key: 'landing wire', title: 'All bytes on the wire, landing page', unit: 'bytes' },
  { key: 'sign-up bytes script', title: 'Script, sign-up page', unit: 'bytes' },
  { key: 'landing requests', title: 'Requests, landing page', unit: 'count' },
  { key: 'landing trips', title: 'Sequential trips to hydrated pricing', unit: 'count' },
];

/** A value with its unit, short: '1,266 ms', '94.1 KB', '0'. */
export function tellValue(value: number, unit: ShownFigure['unit']): string {
  if (unit === 'ms') return `${Math.round(value).toLocaleString('en-US')} ms`;
  if (unit === 'bytes') return `${(value / 1000).toFixed(1)} KB`;
  return unit === 'shift' ? value.toFixed(3).replace(/\.?0+$/, '') : String(Math.round(value));
}
