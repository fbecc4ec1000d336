import { isSteady, summarize } from '../statistics';
import type { Variant } from '../variants/variants';
import { slowdowns, valuesOf, type Sample } from '../visitor/samples';
import { tellValue } from './figures-shown';

const shown = [
  { key: 'landing fcp', title: 'First paint' },
  { key: 'landing toggle', title: 'Toggle answers' },
  { key: 'landing alive', title: 'Pricing hydrated' },
  { key: 'sign-up alive', title: 'Sign-up hydrated' },
] as const;

const names: Readonly<Record<Variant, string>> = {
  composed: 'Composed from three builds',
  monolith: 'Monolith',
  scriptless: 'No scripts',
};

/** Read in light and in dark, as an `<img>` in a README is. */
const style = `
text { font: 13px system-ui, sans-serif; fill: #1b2433; }
.title { font-weight: 600; font-size: 14px; }
.value { font-variant-numeric: tabular-nums; }
.composed { fill: #0b7a4b; } .monolith { fill: #8a94a6; } .scriptless { fill: #e3b94f; }
.spread { stroke: #1b2433; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
  text { fill: #f3ede0; } .spread { stroke: #f3ede0; } .composed { fill: #4fc48f; }
}`.trim();

const labelWidth = 150;
const barWidth = 430;
const width = labelWidth + barWidth + 110;
const barHeight = 14;
const barGap = 4;

interface Bar {
  readonly variant: Variant;
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

function barsOf(samples: readonly Sample[], speed: (typeof slowdowns)[number], key: string): Bar[] {
  return (['composed', 'monolith', 'scriptless'] as const).flatMap((variant) => {
    const values = valuesOf(samples, variant, speed, key);
    if (values.length === 0) return [];
    const summary = summarize(values);
    return isSteady(summary) ? [{ variant, ...summary }] : [];
  });
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Bars of the times that a visitor feels, for both speeds of the processor: the median of each, with a
 * line over the middle half of the runs. What is not steady is not drawn.
 */
export function visitChart(samples: readonly Sample[]): string {
  const parts: string[] = [];
  const groups = slowdowns.flatMap((speed) =>
    shown.map((figure) => ({ speed, ...figure, bars: barsOf(samples, speed, figure.key) })),
  );
  const longest = Math.max(1, ...groups.flatMap(({ bars }) => bars.map(({ high }) => high)));
  const x = (ms: number) => (labelWidth + (ms / longest) * barWidth).toFixed(1);
  let y = 28;
  let legend = labelWidth;
  for (const [variant, name] of Object.entries(names)) {
    parts.push(
      `<rect class="${variant}" x="${legend}" y="${y - 11}" width="12" height="12" rx="2"/>`,
      `<text x="${legend + 18}" y="${y}">${name}</text>`,
    );
    legend += 46 + name.length * 7;
  }
  for (const speed of slowdowns) {
    y += 34;
    const title = speed === 1 ? '150 ms, 1.6 Mbps' : `… and a processor ${speed} times slower`;
    parts.push(`<text class="title" x="0" y="${y}">${title}</text>`);
    y += 12;
    for (const { title: label, bars } of groups.filter((group) => group.speed === speed)) {
      parts.push(`<text x="0" y="${y + 12}">${escape(label)}</text>`);
      for (const { variant, median, low, high } of bars) {
        const middle = y + barHeight / 2;
        parts.push(
          `<rect class="${variant}" x="${labelWidth}" y="${y}" width="${((median / longest) * barWidth).toFixed(1)}" height="${barHeight}" rx="2"/>`,
          `<path class="spread" d="M${x(low)} ${middle}H${x(high)}"/>`,
          `<text class="value" x="${Number(x(high)) + 6}" y="${y + 12}">${tellValue(median, 'ms')}</text>`,
        );
        y += barHeight + barGap;
      }
      y += 12;
    }
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img">`,
    '<title>How long a visitor waits: the composed site, a monolith of the same sources, and the same pages without scripts</title>',
    `<style>${style}</style>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}
