import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { browserArguments } from '../../../testing/browser-arguments';
import type { Bench, GoalRow, Part } from '../bench';
import { summarize } from '../statistics';

/** Exact, so that two runs are judged by the same rules. It needs Node 22.19 or newer. */
const lighthouseVersion = '13.5.0';
const nodeVersion = '22.23.3';
const oldestNode = [22, 19] as const;

const routes = ['/', '/signup', '/terms', '/privacy-policy', '/nowhere'];

/** Audits and categories by the title of their column; scores are from 0 to 100, times in milliseconds. */
const scores = {
  Performance: 'performance',
  Accessibility: 'accessibility',
  'Best practices': 'best-practices',
  SEO: 'seo',
} as const;
const times = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
} as const;
type Column = keyof typeof scores | keyof typeof times;
const columns = [...Object.keys(scores), ...Object.keys(times)] as Column[];

const schema = v.object({
  runtimeError: v.optional(v.object({ message: v.string() })),
  categories: v.record(v.string(), v.object({ score: v.nullable(v.number()) })),
  audits: v.record(v.string(), v.object({ numericValue: v.optional(v.number()) })),
});

const run = promisify(execFile);

/**
 * Runs a command with Lighthouse, and with a Node that it runs on: npm keeps both in its cache, since they
 * are too heavy for everybody who only works on the site.
 */
async function runLighthouse(url: string, ...flags: readonly string[]): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const node = isNewEnough ? [] : [`--package=node-${platform}-${process.arch}@${nodeVersion}`];
  const packages = [`--package=lighthouse@${lighthouseVersion}`, ...node];
  const chromePath = process.env['CHROMIUM_PATH'];
  const { stdout } = await run(
    'npm',
    ['exec', '--yes', ...packages, '--', 'lighthouse', url, ...flags],
    {
      env: { ...process.env, ...(chromePath && { CHROME_PATH: chromePath }) },
      maxBuffer: 100_000_000,
    },
  );
  return stdout;
}

type Values = Readonly<Record<Column, number>>;

async function runOnce(url: string): Promise<Values> {
  const flags = new Set(['--no-sandbox', '--headless=new', ...browserArguments]);
  const report = await runLighthouse(
    url,
    ...['--output=json', '--quiet', '--form-factor=mobile'],
    // The page for unknown addresses answers 404, as it must.
    '--ignore-status-code',
    `--chrome-flags=${[...flags].join(' ')}`,
  );
  const { runtimeError, categories, audits } = v.parse(schema, JSON.parse(report));
  if (runtimeError) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
  const values = new Map<string, number | null | undefined>();
  for (const [column, name] of Object.entries(scores)) {
    const score = categories[name]?.score;
    values.set(column, score == null ? score : Math.round(score * 100));
  }
  for (const [column, name] of Object.entries(times))
    values.set(column, audits[name]?.numericValue);
  const missing = columns.filter((column) => values.get(column) == null);
  if (missing.length > 0) throw new Error(`Lighthouse gave ${url} no ${missing.join(', ')}.`);
  return Object.fromEntries(values) as Values;
}

/** Route → the median of each column. */
async function measureLighthouse(bench: Bench) {
  const medians = new Map<string, Values>();
  for (const route of routes) {
    const seen: Values[] = [];
    for (let turn = 0; turn < bench.fewRuns; turn += 1) {
      seen.push(await runOnce(`${bench.sites.urls.composed}${route}`));
    }
    const median = (column: Column) => summarize(seen.map((values) => values[column])).median;
    medians.set(
      route,
      Object.fromEntries(columns.map((column) => [column, Math.round(median(column))])) as Values,
    );
    bench.print(`${route}: ${seen.map((values) => values.Performance).join(', ')} for performance`);
  }
  return medians;
}

function goalsOf({ LCP, TBT, ...landing }: Values): GoalRow[] {
  const lowest = Math.min(
    ...Object.keys(scores).map((name) => landing[name as keyof typeof scores]),
  );
  const title = 'Lighthouse, mobile, landing page';
  const ms = (value: number) => `${value.toLocaleString('en-US')} ms`;
  return [
    { title: `${title}: LCP`, goal: '≤ 1,050 ms', measured: ms(LCP), isKept: LCP <= 1050 },
    {
      title: `${title}: total blocking time`,
      goal: '≤ 50 ms',
      measured: ms(TBT),
      isKept: TBT <= 50,
    },
    { title: `${title}: lowest score`, goal: '100', measured: `${lowest}`, isKept: lowest === 100 },
  ];
}

export const lighthouse: Part = {
  title: 'Lighthouse',
  measure: async (bench) => {
    const medians = await measureLighthouse(bench);
    const landing = medians.get('/');
    const format = (values: Values, column: Column) =>
      column in times ? `${values[column]} ms` : String(values[column]);
    return {
      data: Object.fromEntries(medians),
      goals: landing ? goalsOf(landing) : [],
      tables: [
        {
          title: 'Lighthouse, mobile',
          head: ['Page', ...columns],
          rows: [...medians].map(([route, values]) => [
            route,
            ...columns.map((column) => format(values, column)),
          ]),
        },
      ],
    };
  },
};
