import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from 'shared/build/shared-packages';
import * as v from 'valibot';
import { browserArguments } from '../../../testing/browser-arguments';

/** Exact, so that two runs are judged by the same rules. It needs Node 22.19 or newer. */
const lighthouseVersion = '13.5.0';
const nodeVersion = '22.23.3';
const oldestNode = [22, 19] as const;

export const lighthouseRoutes = ['/', '/signup', '/terms', '/privacy-policy', '/nowhere'] as const;

/** Scores from 0 to 100, and the paints that Lighthouse simulates, in milliseconds, by run. */
export interface LighthouseResult {
  readonly route: string;
  readonly performance: readonly number[];
  readonly accessibility: readonly number[];
  readonly bestPractices: readonly number[];
  readonly seo: readonly number[];
  readonly fcp: readonly number[];
  readonly lcp: readonly number[];
}

const score = v.object({ score: v.nullable(v.number()) });
const metric = v.object({ numericValue: v.number() });
const report = v.object({
  runtimeError: v.optional(v.object({ message: v.string() })),
  categories: v.object({
    performance: score,
    accessibility: score,
    'best-practices': score,
    seo: score,
  }),
  audits: v.object({
    'first-contentful-paint': metric,
    'largest-contentful-paint': metric,
  }),
});

const folder = path.join(repositoryRoot, 'node_modules/.cache/lighthouse');
const isNodeNewEnough = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
};

/** The platform's own package of Node, which npm's `node` package would choose. */
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * Installs Lighthouse, and a Node that it runs on, into a cache folder: both are too heavy for everybody
 * who only works on the site.
 * @returns the program and its first parameters
 */
async function provideLighthouse(tell: (line: string) => void): Promise<[string, string]> {
  const program = path.join(folder, 'node_modules/lighthouse/cli/index.js');
  const node = isNodeNewEnough()
    ? process.execPath
    : path.join(folder, 'node_modules', nodePackage, 'bin/node');
  const installed = await readFile(
    path.join(folder, 'node_modules/lighthouse/package.json'),
    'utf8',
  ).catch(() => '{}');
  const { version } = v.parse(v.object({ version: v.optional(v.string()) }), JSON.parse(installed));
  if (version !== lighthouseVersion || !existsSync(node)) {
    tell(`  installing Lighthouse ${lighthouseVersion} …`);
    await mkdir(folder, { recursive: true });
    const packages = [
      `lighthouse@${lighthouseVersion}`,
      ...(isNodeNewEnough() ? [] : [`${nodePackage}@${nodeVersion}`]),
    ];
    const quiet = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
    const child = spawn('npm', ['install', '--prefix', folder, ...quiet, ...packages], {
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error('Lighthouse could not be installed; npm’s message is above.');
  }
  return [node, program];
}

async function runOnce(command: readonly [string, string], url: string) {
  const [node, program] = command;
  const flags = ['--no-sandbox', '--headless=new', ...browserArguments];
  const words = [
    ...['--output=json', '--quiet', '--form-factor=mobile'],
    // The page for unknown addresses answers 404, as it must.
    '--ignore-status-code',
    `--chrome-flags=${[...new Set(flags)].join(' ')}`,
  ];
  const chromePath = process.env['CHROMIUM_PATH'];
  const child = spawn(node, [program, url, ...words], {
    env: { ...process.env, ...(chromePath && { CHROME_PATH: chromePath }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let json = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (json += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  await once(child, 'close');
  if (json === '') throw new Error(`Lighthouse gave no report of ${url}.\n${errors}`);
  const { runtimeError, categories, audits } = v.parse(report, JSON.parse(json));
  if (runtimeError) throw new Error(`Lighthouse on ${url}: ${runtimeError.message}`);
  const hundred = (category: v.InferOutput<typeof score>) => {
    if (category.score === null) throw new Error(`Lighthouse gave ${url} no score.`);
    return Math.round(category.score * 100);
  };
  return {
    performance: hundred(categories.performance),
    accessibility: hundred(categories.accessibility),
    bestPractices: hundred(categories['best-practices']),
    seo: hundred(categories.seo),
    fcp: audits['first-contentful-paint'].numericValue,
    lcp: audits['largest-contentful-paint'].numericValue,
  };
}

/** Lighthouse's mobile run of every route, `runs` times. */
export async function runLighthouse(
  url: string,
  runs: number,
  tell: (line: string) => void,
): Promise<LighthouseResult[]> {
  const command = await provideLighthouse(tell);
  const results: LighthouseResult[] = [];
  for (const route of lighthouseRoutes) {
    const seen = [];
    for (let run = 0; run < runs; run += 1) seen.push(await runOnce(command, `${url}${route}`));
    results.push({
      route,
      performance: seen.map((one) => one.performance),
      accessibility: seen.map((one) => one.accessibility),
      bestPractices: seen.map((one) => one.bestPractices),
      seo: seen.map((one) => one.seo),
      fcp: seen.map((one) => one.fcp),
      lcp: seen.map((one) => one.lcp),
    });
    tell(`  ${route}: ${seen.map((one) => `${one.performance}`).join(', ')} for performance`);
  }
  return results;
}
