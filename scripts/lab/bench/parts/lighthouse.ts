import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from 'simple-statistics';
import * as v from 'valibot';
import { nodePackage } from '../../../setup/packages.mjs';
import { browserArguments } from '../../../testing/browser-arguments';
import { atMost, type Bench, type Findings } from '../findings';
import { formatCount, formatMs } from '../statistics';

/** Exact, so that two runs are judged by the same rules; it needs Node 22.19 or newer. */
const packages = ['lighthouse@13.5.0', nodePackage('22.23.3')].map((name) => `--package=${name}`);

const routes = ['/', '/signup', '/terms', '/privacy-policy', '/nowhere'];

/** Columns, and Lighthouse's names for them: categories, from 0 to 100, then audits in milliseconds. */
const scores = {
  Performance: 'performance',
  Accessibility: 'accessibility',
  'Best practices': 'best-practices',
  SEO: 'seo',
};
const times = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
};
const columns = [...Object.keys(scores), ...Object.keys(times)];

const schema = v.object({
  runtimeError: v.optional(v.object({ message: v.string() })),
  categories: v.record(v.string(), v.object({ score: v.nullable(v.number()) })),
  audits: v.record(v.string(), v.object({ numericValue: v.optional(v.number()) })),
});

/**
 * Lighthouse's values for a page, one for each column. npm keeps it, and a Node that it runs on, in its
 * cache, since they are too heavy for everybody who only works on the site.
 */
async function runLighthouse(url: string): Promise<number[]> {
  const chrome = ['--headless=new', ...browserArguments].join(' ');
  const flags = ['--output=json', '--quiet', '--form-factor=mobile', `--chrome-flags=${chrome}`];
  const chromePath = process.env['CHROMIUM_PATH'];
  const { stdout } = await promisify(execFile)(
    'npm',
    // The page for unknown addresses answers 404, as it must.
    ['exec', '--yes', ...packages, '--', 'lighthouse', url, ...flags, '--ignore-status-code'],
    {
      env: { ...process.env, ...(chromePath && { CHROME_PATH: chromePath }) },
      maxBuffer: 100_000_000,
    },
  );
  const { runtimeError, categories, audits } = v.parse(schema, JSON.parse(stdout));
  if (runtimeError) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
  const values = [
    ...Object.values(scores).map((name) => (categories[name]?.score ?? NaN) * 100),
    ...Object.values(times).map((name) => audits[name]?.numericValue ?? NaN),
  ];
  const missing = columns.filter((_, column) => Number.isNaN(values[column]));
  if (missing.length > 0) throw new Error(`Lighthouse gave ${url} no ${missing.join(', ')}.`);
  return values;
}

/** Every route, several times. */
export async function measureLighthouse({ sites, runs }: Bench): Promise<Findings> {
  const medians = new Map<string, Map<string, number>>();
  for (const route of routes) {
    const seen: number[][] = [];
    for (let turn = 0; turn < runs / 3; turn += 1) {
      const url = `${sites.urls.composed}${route}`;
      // It misses the start of its own trace now and then, and asks to be run again.
      seen.push(await runLighthouse(url).catch(() => runLighthouse(url)));
    }
    const medianOf = (column: number) => median(seen.flatMap((values) => values[column] ?? []));
    medians.set(route, new Map(columns.map((title, column) => [title, medianOf(column)])));
    console.log(`${route}: done`);
  }
  const landing = (column: string) => medians.get('/')?.get(column) ?? NaN;
  const lowest = Math.min(...Object.keys(scores).map(landing));
  const title = 'Lighthouse, mobile, landing page';
  const rows = [...medians].map(([route, values]) => [
    route,
    ...[...values].map(([column, value]) => (column in times ? formatMs : formatCount)(value)),
  ]);
  return {
    goals: [
      atMost(`${title}: LCP`, landing('LCP'), 1050, formatMs),
      atMost(`${title}: TBT`, landing('TBT'), 50, formatMs),
      {
        title: `${title}: lowest score`,
        goal: '100',
        measured: `${lowest}`,
        isKept: lowest === 100,
      },
    ],
    tables: [{ title: 'Lighthouse, mobile', head: ['Page', ...columns], rows }],
  };
}
