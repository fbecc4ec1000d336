import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from 'simple-statistics';
import * as v from 'valibot';
import { nodePackage } from '../../platform/setup/packages.mjs';
import type { GoalRow } from './report';
import type { VariantSites } from './sites';
import { formatSummary, formatValue, summarize } from './statistics';

/** Exact, so that two runs are judged by the same rules; it needs Node 22.19 or newer. */
const packages = ['lighthouse@13.5.0', nodePackage('22.23.3')].map((name) => `--package=${name}`);

const score = v.object({ score: v.number() });
const time = v.object({ numericValue: v.number() });
/** Scores from 0 to 1, times in milliseconds. */
const schema = v.object({
  categories: v.object({
    performance: score,
    accessibility: score,
    'best-practices': score,
    seo: score,
  }),
  audits: v.object({ 'largest-contentful-paint': time, 'total-blocking-time': time }),
});

/**
 * Lighthouse's values for a page. npm keeps it, and a Node that it runs on, in its cache, since they are too
 * heavy for everybody who only works on the site.
 * @throws Error when one of them is missing
 */
async function runLighthouse(url: string) {
  const chrome = '--headless=new --no-sandbox --disable-gpu';
  const flags = ['--output=json', '--quiet', '--form-factor=mobile', `--chrome-flags=${chrome}`];
  const chromePath = process.env['CHROMIUM_PATH'];
  const { stdout } = await promisify(execFile)(
    'npm',
    ['exec', '--yes', ...packages, '--', 'lighthouse', url, ...flags],
    {
      env: { ...process.env, ...(chromePath && { CHROME_PATH: chromePath }) },
      maxBuffer: 100_000_000,
    },
  );
  const { categories, audits } = v.parse(schema, JSON.parse(stdout));
  return {
    url,
    lowestScore: 100 * Math.min(...Object.values(categories).map(({ score: value }) => value)),
    largestPaint: audits['largest-contentful-paint'].numericValue,
    blockedTime: audits['total-blocking-time'].numericValue,
  };
}

/**
 * Every page but that for unknown addresses, whose status and `noindex` cost it points, as they must; and the landing page without its scripts: what the machine takes for a page
 * at all.
 */
export async function measureLighthouse({
  urls: { composed, scriptless },
  addresses: routes,
}: Pick<VariantSites, 'urls' | 'addresses'>): Promise<readonly GoalRow[]> {
  const urls = [`${scriptless}/`, ...routes.map((route) => `${composed}${route}`)];
  const seen: Awaited<ReturnType<typeof runLighthouse>>[] = [];
  // In turn: the machine is faster in one minute than in another.
  for (let round = 0; round < 5; round += 1) {
    // It misses the start of its own trace now and then, and asks to be run again.
    for (const url of urls) seen.push(await runLighthouse(url).catch(() => runLighthouse(url)));
  }
  const valuesOf = (of: string, key: 'lowestScore' | 'largestPaint' | 'blockedTime') =>
    seen.filter(({ url }) => url === of).map((values) => values[key]);
  const scores = routes.map((route) => median(valuesOf(`${composed}${route}`, 'lowestScore')));
  const lowest = Math.min(...scores);
  const row = (key: 'largestPaint' | 'blockedTime', what: string, most: number, orBare = false) => {
    const summary = summarize(valuesOf(`${composed}/`, key));
    const bare = summarize(valuesOf(`${scriptless}/`, key));
    return {
      title: `Lighthouse (mobile), ${what} of \`/\``,
      goal: `≤ ${formatValue(most, 'ms')}${orBare ? ', or in the range without scripts' : ''}`,
      measured: `${formatSummary(summary, 'ms')}; without scripts ${formatSummary(bare, 'ms')}`,
      isKept: summary.median <= (orBare ? Math.max(most, bare.high) : most),
    };
  };
  const title = 'Lighthouse (mobile), lowest of the four scores of any page';
  return [
    { title, goal: '100', measured: String(lowest), isKept: lowest === 100 },
    row('largestPaint', 'largest contentful paint (LCP)', 950),
    row('blockedTime', 'total blocking time (TBT)', 50, true),
  ];
}
