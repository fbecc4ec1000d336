import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { simulateCanary } from './simulate';

/* `npx tsx scripts/lab/canary/chart.ts`: how soon the judge aborts a canary, as the chart of the README. */

const canaries = 1000;
const visits = 1500;
const lines = [
  ['fails for every visit', { failing: 1 }, '#eb4c31'],
  ['says nothing of every second visit', { silent: 0.5 }, '#3d6fd9'],
  ['fails for 10 %', { failing: 0.1 }, '#c77d12'],
  ['fails for 5 %', { failing: 0.05 }, '#0b7a4b'],
  ['differs in nothing', {}, '#8a94a6'],
] as const;

const x = (visit: number) => 50 + (visit / visits) * 560;
const y = (share: number) => 250 - share * 210;

const parts = lines.map(([label, conditions, colour], row) => {
  const ends = Array.from({ length: canaries }, (_, seed) =>
    simulateCanary(conditions, seed, visits),
  )
    .flatMap((end) => end ?? [])
    .sort((a, b) => a - b);
  const points = Array.from({ length: visits / 10 + 1 }, (_, index) => {
    const share = ends.filter((end) => end <= index * 10).length / canaries;
    return `${x(index * 10).toFixed(0)},${y(share).toFixed(0)}`;
  });
  const half = ends[canaries / 2 - 1];
  const found = `${ends.length} of ${canaries} aborted${half === undefined ? '' : `, half by visit ${half}`}`;
  return `<polyline fill="none" stroke="${colour}" stroke-width="2.5" points="${points.join(' ')}"/>
<rect x="340" y="${y(0.46) + row * 24 - 9}" width="14" height="4" fill="${colour}"/>
<text x="362" y="${y(0.46) + row * 24 - 2}">${label}: ${found}</text>`;
});

const axis = [0, 0.5, 1].map(
  (share) => `<path stroke="#8a94a6" stroke-opacity=".4" d="M${x(0)} ${y(share)}H${x(visits)}"/>
<text x="0" y="${y(share) + 5}">${share * 100} %</text>`,
);
const ticks = [100, 500, 1000, 1500].map(
  (visit) => `<text x="${x(visit)}" y="272" text-anchor="middle">${visit}</text>`,
);
// Readable in light and in dark, as an `<img>` in a README must be.
const style = `text{font:13px system-ui,sans-serif;fill:#1b2433}@media(prefers-color-scheme:dark){text{fill:#f3ede0}}`;
writeFileSync(
  path.join(import.meta.dirname, 'chart.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 0 736 300" width="736" height="300" role="img">
<title>Share of simulated canaries that the judge has aborted, by visits of the canary</title>
<style>${style}</style>
${[...axis, ...ticks, ...parts].join('\n')}
<text x="${x(visits / 2)}" y="294" text-anchor="middle">visits of the canary</text>
</svg>
`,
);
