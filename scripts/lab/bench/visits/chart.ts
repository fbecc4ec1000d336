import { isSteady, summarize } from '../statistics';
import { variantNames, variants, type Variant } from '../variants/variants';
import { conditions, valuesOf, type Condition, type Sample } from './samples';
import { formatValue } from './shown-figures';

const shown: Readonly<Record<Condition, Readonly<Record<string, string>>>> = {
  slowNetwork: {
    'landing fcp': 'First paint',
    'landing toggle': 'Toggle answers',
    'landing hydrated': 'Pricing hydrated',
    'sign-up hydrated': 'Sign-up hydrated',
  },
  slowPhone: {
    'landing fcp': 'First paint',
    'landing toggle': 'Toggle answers',
    'landing hydrated': 'Pricing hydrated',
    'sign-up hydrated': 'Sign-up hydrated',
  },
  localPhone: {
    'landing fcp': 'First paint',
    'sign-up fcp': 'First paint, sign-up',
    'terms fcp': 'First paint, terms',
  },
};

/** Readable in light and in dark, as an `<img>` in a README must be. */
const style = `
text { font: 13px system-ui, sans-serif; fill: #1b2433; }
.title { font-weight: 600; font-size: 14px; }
.value { font-variant-numeric: tabular-nums; }
.composed { fill: #0b7a4b; } .monolith { fill: #8a94a6; } .scriptless { fill: #e3b94f; } .heading { fill: #b9c3d3; }
.spread { stroke: #1b2433; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
  text { fill: #f3ede0; } .spread { stroke: #f3ede0; } .composed { fill: #4fc48f; } .heading { fill: #5a6780; }
}`.trim();

const labelWidth = 150;
const barWidth = 430;
const width = labelWidth + barWidth + 110;
const barHeight = 14;

/** Bars of one figure: the median of each variant; what is not steady is not drawn. */
function barsOf(samples: readonly Sample[], condition: Condition, key: string) {
  return variants.flatMap((variant) => {
    const values = valuesOf(samples, variant, condition, key);
    if (values.length === 0) return [];
    const summary = summarize(values);
    return isSteady(summary) ? [{ variant, ...summary }] : [];
  });
}

function legend(): string[] {
  let x = labelWidth;
  return (Object.entries(variantNames) as [Variant, string][]).flatMap(([variant, name]) => {
    const at = x;
    x += 46 + name.length * 7;
    return [
      `<rect class="${variant}" x="${at}" y="17" width="12" height="12" rx="2"/>`,
      `<text x="${at + 18}" y="28">${name}</text>`,
    ];
  });
}

/**
 * Bars of the times that a visitor feels, under each condition: the median of each variant, with a line
 * over the middle half of the runs.
 */
export function visitChart(samples: readonly Sample[]): string {
  const groups = (Object.keys(shown) as Condition[]).map((condition) => ({
    title: conditions[condition].title,
    rows: Object.entries(shown[condition]).map(([key, label]) => ({
      label,
      bars: barsOf(samples, condition, key),
    })),
  }));
  const all = groups.flatMap(({ rows }) => rows.flatMap(({ bars }) => bars));
  const longest = Math.max(1, ...all.map(({ high }) => high));
  const scale = (ms: number) => Number(((ms / longest) * barWidth).toFixed(1));
  const parts = legend();
  let y = 28;
  for (const { title, rows } of groups) {
    y += 34;
    parts.push(`<text class="title" x="0" y="${y}">${title}</text>`);
    y += 12;
    for (const { label, bars } of rows) {
      parts.push(`<text x="0" y="${y + 12}">${label}</text>`);
      for (const { variant, median, low, high } of bars) {
        const end = labelWidth + scale(high);
        parts.push(
          `<rect class="${variant}" x="${labelWidth}" y="${y}" width="${scale(median)}" height="${barHeight}" rx="2"/>`,
          `<path class="spread" d="M${labelWidth + scale(low)} ${y + barHeight / 2}H${end}"/>`,
          `<text class="value" x="${end + 6}" y="${y + 12}">${formatValue(median, 'ms')}</text>`,
        );
        y += barHeight + 4;
      }
      y += 12;
    }
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img">`,
    '<title>How long a visitor waits: the composed site, a monolith of the same sources, the same pages without scripts, and a page with one heading</title>',
    `<style>${style}</style>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}
