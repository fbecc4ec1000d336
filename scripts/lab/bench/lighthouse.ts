import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from 'simple-statistics';
import * as v from 'valibot';
import { terminal } from '@composed/command/output';
import { nodePackage } from '@composed/command/packages.mjs';
import { otherPhones, phone, slowdownTo, type Phone } from './phones';
import { again } from './again';
import { formatReport, type GoalRow, type Table } from './report';
import type { VariantSites } from './sites';
import { formatSummary, formatValue, summarize } from './statistics';

/** Exact, so that two runs are judged by the same rules; it needs Node 22.19 or newer. */
const packages = ['lighthouse@13.5.0', nodePackage('22.23.3')].map((name) => `--package=${name}`);

const score = v.object({ score: v.number() });
const time = v.object({ numericValue: v.number() });
/** Scores from 0 to 1, times in milliseconds. */
const schema = v.object({
  environment: v.object({ benchmarkIndex: v.number() }),
  categories: v.object({
    performance: score,
    accessibility: score,
    'best-practices': score,
    seo: score,
  }),
  audits: v.object({
    'largest-contentful-paint': time,
    'total-blocking-time': time,
    'max-potential-fid': time,
    'mainthread-work-breakdown': time,
  }),
});

/**
 * Lighthouse’s values for a page. npm keeps Lighthouse, and a Node that it runs on, in its cache: both are too heavy
 * for everybody who only works on the site.
 * @param slowdown how many times slower than this machine the processor is to be
 * @throws Error when one of them is missing
 */
async function runLighthouse(url: string, slowdown: number) {
  const chrome = '--headless=new --no-sandbox --disable-gpu';
  const flags = ['--output=json', '--quiet', '--form-factor=mobile', `--chrome-flags=${chrome}`];
  const speed = `--throttling.cpuSlowdownMultiplier=${slowdown}`;
  const chromePath = process.env['CHROMIUM_PATH'];
  const { stdout } = await promisify(execFile)(
    'npm',
    ['exec', '--yes', ...packages, '--', 'lighthouse', url, ...flags, speed],
    {
      env: { ...process.env, ...(chromePath && { CHROME_PATH: chromePath }) },
      maxBuffer: 100_000_000,
    },
  );
  const { environment, categories, audits } = v.parse(schema, JSON.parse(stdout));
  return {
    benchmarkIndex: environment.benchmarkIndex,
    performance: 100 * categories.performance.score,
    lowestScore: 100 * Math.min(...Object.values(categories).map(({ score: value }) => value)),
    largestPaint: audits['largest-contentful-paint'].numericValue,
    blocked: audits['total-blocking-time'].numericValue,
    longestTask: audits['max-potential-fid'].numericValue,
    mainThread: audits['mainthread-work-breakdown'].numericValue,
  };
}
type Values = Awaited<ReturnType<typeof runLighthouse>>;

/** Lighthouse sometimes misses the start of its trace (NO_NAVSTART), even twice, and asks to be run again. */
const runAgain = (...run: Parameters<typeof runLighthouse>) => again(() => runLighthouse(...run));

/** Lighthouse's `benchmarkIndex` of this machine: the median of three runs. */
export async function readBenchmarkIndex(url: string): Promise<number> {
  const seen: number[] = [];
  for (const _ of [1, 2, 3]) seen.push((await runAgain(`${url}/`, 1)).benchmarkIndex);
  return median(seen);
}

interface Page {
  readonly path: string;
  readonly site: 'composed' | 'scriptless' | 'byHand';
  readonly on: Phone;
}

const rounds = 3;
/** Pages that are measured without their scripts, and written by hand, as well. */
const mainPages = ['/', '/signup', '/terms'];

/**
 * Lighthouse’s mobile run. On one phone: every page but the one for unknown addresses, whose status and `noindex`
 * must cost it points. The main pages are measured beside the page without scripts and the same content by hand, and
 * the landing page on other phones too.
 * @param index as `readBenchmarkIndex` returns it
 */
export async function measureLighthouse({ urls, addresses }: VariantSites, index: number) {
  const pages: readonly Page[] = [
    ...addresses.map((path) => ({ path, site: 'composed' as const, on: phone })),
    ...mainPages.flatMap((path) =>
      (['scriptless', 'byHand'] as const).map((site) => ({ path, site, on: phone })),
    ),
    ...otherPhones.flatMap((on) =>
      (['composed', 'byHand'] as const).map((site) => ({ path: '/', site, on })),
    ),
  ];
  const seen = new Map<string, Values[]>();
  const keyOf = ({ path, site, on }: Page) => `${site} ${path} ${on.name}`;
  // Pages are measured in turn, since the machine is faster in one minute than in another.
  for (let round = 0; round < rounds; round += 1) {
    for (const page of pages) {
      const values = await runAgain(`${urls[page.site]}${page.path}`, slowdownTo(page.on, index));
      seen.set(keyOf(page), [...(seen.get(keyOf(page)) ?? []), values]);
    }
    terminal.write(`Lighthouse, round ${round + 1} of ${rounds}\n`);
  }
  const of = (key: keyof Values, path: string, site: Page['site'] = 'composed', on = phone) =>
    summarize((seen.get(keyOf({ path, site, on })) ?? []).map((values) => values[key]));
  const show = (key: keyof Values, path: string, site?: Page['site']) =>
    formatSummary(of(key, path, site), 'ms');

  const on = `Lighthouse on a ${phone.name}`;
  const lowest = Math.min(...addresses.map((path) => of('lowestScore', path).median));
  /** @param max the limit of a page, by its value without scripts */
  const row = (
    title: string,
    key: keyof Values,
    paths: readonly string[],
    goal: string,
    max: (without: number) => number,
  ): GoalRow => ({
    title: `${on}: ${title}`,
    goal,
    measured: paths
      .map((path) => {
        const baseline = `without scripts ${show(key, path, 'scriptless')}`;
        return `\`${path}\` ${show(key, path)}, ${baseline}, by hand ${show(key, path, 'byHand')}`;
      })
      .join('; '),
    isKept: paths.every((path) => of(key, path).median <= max(of(key, path, 'scriptless').median)),
  });
  const ms = (max: number) => `≤ ${formatValue(max, 'ms')}`;
  const goals: readonly GoalRow[] = [
    {
      title: `${on}: lowest of the four scores of any page`,
      ...{ goal: '100', measured: String(lowest), isKept: lowest === 100 },
    },
    row('largest contentful paint', 'largestPaint', ['/', '/signup'], ms(1000), () => 1000),
    row('total blocking time', 'blocked', ['/', '/signup'], ms(150), () => 150),
    row('total blocking time', 'blocked', ['/terms'], '≤ × 1.2', (without) => 1.2 * without),
    row('longest task', 'longestTask', ['/', '/signup'], ms(100), () => 100),
    row('main thread busy', 'mainThread', ['/'], '≤ × 3', (without) => 3 * without),
  ];
  const shown: [string, keyof Values][] = [
    ['Score for performance', 'performance'],
    ['Largest contentful paint', 'largestPaint'],
    ['Total blocking time', 'blocked'],
    ['Longest task', 'longestTask'],
  ];
  const speeds: Table = {
    title: `\`/\` on three phones, by Lighthouse (this machine has a benchmarkIndex of ${Math.round(index)})`,
    head: ['', 'benchmarkIndex', ...shown.map(([title]) => title)],
    rows: [phone, ...otherPhones].flatMap((each) =>
      (['composed', 'byHand'] as const).map((site) => [
        `${each.name}${site === 'byHand' ? ', the page by hand' : ''}`,
        String(each.index),
        ...shown.map(([, key]) => {
          const summary = of(key, '/', site, each);
          return key === 'performance' ? String(summary.median) : formatSummary(summary, 'ms');
        }),
      ]),
    ),
  };
  // The visits take as long again.
  terminal.write(`\n${formatReport(goals, [speeds], 'The visits follow.')}\n`);
  return { goals, speeds };
}
