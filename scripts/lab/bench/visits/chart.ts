import { formatMs, summarizeTimes } from '../statistics';
import { variantNames, variants } from '../variants';
import { conditionNames, conditions, valuesOf, type Sample } from './samples';
import { shownFigures } from './tables';

/** The times that a visitor feels. */
const charted = [
  'landing fcp',
  'sign-up fcp',
  'terms fcp',
  'landing toggle',
  'landing hydrated',
  'sign-up hydrated',
];

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

const labelWidth = 290;
const barWidth = 380;
const width = labelWidth + barWidth + 90;
const barHeight = 14;

/**
 * Bars of the times that a visitor feels, under each condition: the median of each variant, with a line
 * over the middle half of the runs; what is not steady is not drawn.
 */
export function visitChart(samples: readonly Sample[]): string {
  const bars = conditionNames.flatMap((condition) =>
    charted.flatMap((key) =>
      variants.flatMap((variant) => {
        const [label = key, , at = []] = shownFigures[key] ?? [];
        const values = at.includes(condition) ? valuesOf(samples, variant, condition, key) : [];
        const summary = summarizeTimes(values);
        return summary ? [{ title: conditions[condition].title, label, variant, ...summary }] : [];
      }),
    ),
  );
  const longest = Math.max(1, ...bars.map(({ high }) => high));
  const scale = (ms: number) => labelWidth + Math.round((ms / longest) * barWidth);
  const parts = variants.flatMap((variant, index) => [
    `<rect class="${variant}" x="${index * 130}" y="17" width="12" height="12" rx="2"/>`,
    `<text x="${index * 130 + 18}" y="28">${variantNames[variant]}</text>`,
  ]);
  let y = 28;
  let above = { title: '', label: '' };
  for (const bar of bars) {
    const { title, label, variant, median, low, high } = bar;
    if (title !== above.title) {
      y += 34;
      parts.push(`<text class="title" x="0" y="${y}">${title}</text>`);
    }
    if (title !== above.title || label !== above.label) {
      y += 12;
      parts.push(`<text x="0" y="${y + 12}">${label}</text>`);
    }
    parts.push(
      `<rect class="${variant}" x="${labelWidth}" y="${y}" width="${scale(median) - labelWidth}" height="${barHeight}" rx="2"/>`,
      `<path class="spread" d="M${scale(low)} ${y + barHeight / 2}H${scale(high)}"/>`,
      `<text class="value" x="${scale(high) + 6}" y="${y + 12}">${formatMs(median)}</text>`,
    );
    y += barHeight + 4;
    above = bar;
  }
  y += 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img">
<title>How long a visitor waits: the composed site, a monolith of the same sources, the same pages without scripts, and a page with one heading</title>
<style>${style}</style>
${parts.join('\n')}
</svg>
`;
}
