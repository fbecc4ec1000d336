import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '../../testing/open-browser';
import { measureLighthouse } from './lighthouse';
import { writeResults, type Bench, type Findings } from './report';
import { openVariantSites } from './sites';
import { measureVisits } from './visits';

/** What can be measured, in this order. */
const parts = new Map<string, (bench: Bench) => Promise<Findings>>([
  ['visits', measureVisits],
  ['lighthouse', measureLighthouse],
]);
export const partNames: readonly string[] = [...parts.keys()];

const usage = `Usage: npm run bench -- [options]
  --quick           three rounds in place of nine, and Lighthouse once
  --only <parts>    some of ${partNames.join(', ')}, with commas
  --readme          tables and chart go into the README
Results are written to .reports/bench.
`;

/**
 * @returns rounds of visits, the parts to measure, and whether tables and chart go into the README; null
 *   where only the usage is asked for
 * @throws Error whose message says in one sentence what makes no sense
 */
export function readBenchOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string', default: partNames.join(',') },
      readme: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return null;
  const chosen = values.only.split(',');
  const unknown = chosen.filter((name) => !parts.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `There is nothing to measure called ${unknown.join(', ')}; there are ${partNames.join(', ')}.`,
    );
  }
  return { runs: values.quick ? 3 : 9, parts: chosen, readme: values.readme };
}

/**
 * `npm run bench`: builds, measures, prints the tables and writes them into a folder.
 * @throws Error when anything that was to be measured is not what it should be
 */
export async function runBench(args: readonly string[]): Promise<void> {
  const options = readBenchOptions(args);
  if (!options) return void process.stdout.write(usage);
  const { runs, readme, parts: chosen } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'shopwright-bench-'));
  const [load = 0] = loadavg();
  try {
    await using browser = await openBrowser();
    await using sites = await openVariantSites(folder);
    const findings: Findings[] = [];
    for (const [name, measure] of parts) {
      if (chosen.includes(name)) findings.push(await measure({ browser, sites, runs }));
    }
    const conditions = [
      ...[new Date().toISOString().slice(0, 10), `${runs} rounds`],
      `${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'}`,
      ...[`Node ${process.versions.node}`, `Chromium ${browser.version()}`],
      `load ${load.toFixed(1)} at the start.`,
    ].join(', ');
    console.log(`\n${await writeResults(findings, conditions, readme)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
