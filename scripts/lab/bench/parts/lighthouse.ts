import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { nodePackage } from '../../../setup/packages.mjs';
import { browserArguments } from '../../../testing/browser-arguments';
import type { Bench, Findings, GoalRow } from '../findings';
import { quantile } from '../statistics';

/** Exact, so that two runs are judged by the same rules. It needs Node 22.19 or newer. */
const lighthouseVersion = '13.5.0';
const nodeVersion = '22.23.3';

const routes = ['/', '/signup', '/terms', '/privacy-policy', '/nowhere'];

/** Title of a column → Lighthouse's name for it: categories, then audits in milliseconds. */
const scores: Readonly<Record<string, string>> = {
  Performance: 'performance',
  Accessibility: 'accessibility',
  'Best practices': 'best-practices',
  SEO: 'seo',
};
const times: Readonly<Record<string, string>> = {
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

/** Column → its value; scores are from 0 to 100. */
type Values = ReadonlyMap<string, number>;

/**
 * Lighthouse's values for a page. npm keeps it, and a Node that it runs on, in its cache, since they are too
 * heavy for everybody who only works on the site.
 */
async function runLighthouse(url: string): Promise<Values> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > 22 || (major === 22 && minor >= 19);
  const node = isNewEnough ? [] : [`--package=${nodePackage(nodeVersion)}`];
  const packages = [`--package=lighthouse@${lighthouseVersion}`, ...node];
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
  const values = new Map<string, number>();
  for (const [column, name] of Object.entries(scores)) {
    values.set(column, (categories[name]?.score ?? Number.NaN) * 100);
  }
  for (const [column, name] of Object.entries(times)) {
    values.set(column, audits[name]?.numericValue ?? Number.NaN);
  }
  const missing = [...values].filter(([, value]) => Number.isNaN(value)).map(([column]) => column);
  if (missing.length > 0) throw new Error(`Lighthouse gave ${url} no ${missing.join(', ')}.`);
  return values;
}

const formatValue = (values: Values, column: string) => {
  const value = Math.round(values.get(column) ?? 0).toLocaleString('en-US');
  return column in times ? `${value} ms` : value;
};

function goalsOf(landing: Values): GoalRow[] {
  const title = 'Lighthouse, mobile, landing page';
  const atMost = (column: string, limit: number): GoalRow => ({
    title: `${title}: ${column}`,
    goal: `≤ ${limit.toLocaleString('en-US')} ms`,
    measured: formatValue(landing, column),
    isKept: (landing.get(column) ?? 0) <= limit,
  });
  const lowest = Math.min(...Object.keys(scores).map((column) => landing.get(column) ?? 0));
  return [
    atMost('LCP', 1050),
    atMost('TBT', 50),
    { title: `${title}: lowest score`, goal: '100', measured: `${lowest}`, isKept: lowest === 100 },
  ];
}

/** Every route, several times. */
export async function measureLighthouse(bench: Bench): Promise<Findings> {
  const medians = new Map<string, Values>();
  for (const route of routes) {
    const seen: Values[] = [];
    for (let turn = 0; turn < bench.fewRuns; turn += 1) {
      seen.push(await runLighthouse(`${bench.sites.urls.composed}${route}`));
    }
    const valuesOf = (column: string) => seen.map((values) => values.get(column) ?? 0);
    medians.set(route, new Map(columns.map((column) => [column, quantile(valuesOf(column), 0.5)])));
    bench.print(`${route}: done`);
  }
  const rows = [...medians].map(([route, values]) => [
    route,
    ...columns.map((column) => formatValue(values, column)),
  ]);
  return {
    data: Object.fromEntries([...medians].map(([route, values]) => [route, [...values]])),
    goals: goalsOf(medians.get('/') ?? new Map()),
    tables: [{ title: 'Lighthouse, mobile', head: ['Page', ...columns], rows }],
  };
}
