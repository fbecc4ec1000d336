import { conditionNames, conditions, times, valuesOf, type Sample } from './metrics';
import { formatValue, summarize } from './statistics';
import { variantNames, variants } from './variants';

/** The times that a visitor feels. */
const charted = ['/ fcp', '/signup fcp', '/ toggled', '/ hydrated', '/signup hydrated'];

/** Readable in light and in dark, as an `<img>` in a README must be. */
const style = `
text { font: 13px system-ui, sans-serif; fill: #1b2433; }
.title { font-weight: 600; font-size: 14px; }
.composed { fill: #0b7a4b; } .monolith { fill: #8a94a6; } .scriptless { fill: #e3b94f; }
@media (prefers-color-scheme: dark) { text { fill: #f3ede0; } .composed { fill: #4fc48f; } }`.trim();

const labelWidth = 290;
const barWidth = 330;
const width = labelWidth + barWidth + 170;
const barHeight = 14;

/** Bars of the times that a visitor feels, under each condition: the median of each variant. */
export function visitChart(samples: readonly Sample[]): string {
  // Nothing takes longer.
  const last = summarize(valuesOf(samples, 'composed', 'slowPhone', '/signup hydrated'));
  const scale = (ms: number) => Math.round((ms / last.median) * barWidth);
  const parts: string[] = [];
  let y = -14;
  for (const condition of conditionNames) {
    y += 34;
    parts.push(`<text class="title" x="0" y="${y}">${conditions[condition].title}</text>`);
    for (const key of charted) {
      y += 12;
      parts.push(`<text x="0" y="${y + 12}">${(times[key] ?? key).replaceAll('`', '')}</text>`);
      for (const variant of variants) {
        const values = valuesOf(samples, variant, condition, key);
        if (values.length === 0) continue;
        const { median } = summarize(values);
        const label = `${variantNames[variant]}, ${formatValue(median, 'ms')}`;
        parts.push(
          `<rect class="${variant}" x="${labelWidth}" y="${y}" width="${scale(median)}" height="${barHeight}" rx="2"/>`,
          `<text x="${labelWidth + scale(median) + 6}" y="${y + 12}">${label}</text>`,
        );
        y += barHeight + 4;
      }
    }
  }
  y += 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img">
<title>How long a visitor waits: the composed site, a monolith of the same sources, and the same pages without scripts</title>
<style>${style}</style>
${parts.join('\n')}
</svg>
`;
}
