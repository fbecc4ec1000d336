import { formatBytes } from '@composed/command/format';
import { median, quantile } from 'simple-statistics';

/** The metrics of a page, with their names in the table. */
export const metrics = {
  weight: { title: 'Weight of', unit: 'bytes' },
  scripts: { title: 'Scripts of', unit: 'bytes' },
  firstPaint: { title: 'First paint, slow network, of', unit: 'ms' },
  largestPaint: { title: 'Largest paint, slow network, of', unit: 'ms' },
  firstFrame: { title: 'Main thread until the first paint of', unit: 'ms' },
  untilQuiet: { title: 'Main thread until all is quiet, of', unit: 'ms' },
} as const;
export type Metric = keyof typeof metrics;

/** The metrics of one page of one site in one round. */
export interface Sample {
  readonly site: string;
  readonly page: string;
  readonly values: Readonly<Record<Metric, number>>;
}

/**
 * Formats the median ratio of two sites with its quartiles: '0.98 (0.95 to 1.01)'. Ratios are taken within each round,
 * so that the load of the machine during a round cancels out.
 */
function formatRatio(values: readonly number[], base: readonly number[]): string {
  if (base.includes(0)) return '';
  const ratios = values.map((value, round) => value / (base[round] ?? NaN));
  const [low, high] = [quantile(ratios, 0.25), quantile(ratios, 0.75)].map((at) => at.toFixed(2));
  return `${median(ratios).toFixed(2)} (${low} to ${high})`;
}

/** Formats a table in Markdown: the values of the first site, and their ratios to those of each other site. */
export function formatReport(samples: readonly Sample[]): string {
  const [ownSite = '', ...otherSites] = new Set(samples.map(({ site }) => site));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = ['', ownSite, ...otherSites.map((name) => `÷ ${name.toLowerCase()}`)];
  const lines = [...new Set(samples.map(({ page }) => page))].flatMap((page) =>
    Object.entries(metrics).map(([key, { title, unit }]) => {
      const valuesOf = (site: string) =>
        samples
          .filter((sample) => sample.site === site && sample.page === page)
          .map(({ values }) => values[key as Metric]);
      const typical = median(valuesOf(ownSite));
      const figure = unit === 'bytes' ? formatBytes(typical) : `${Math.round(typical)} ms`;
      const ratios = otherSites.map((name) => formatRatio(valuesOf(ownSite), valuesOf(name)));
      return line([`${title} \`${page}\``, figure, ...ratios]);
    }),
  );
  return [line(head), line(head.map((_, n) => (n === 0 ? '---' : '---:'))), ...lines].join('\n');
}
