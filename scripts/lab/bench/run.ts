import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createProgress } from '../../release/reports/progress';
import { openBrowser } from '../../testing/open-browser';
import type { Bench, Findings } from './findings';
import type { BenchOptions, PartName } from './options';
import { measureBucket } from './parts/bucket';
import { measureCanary } from './parts/canary';
import { measureDeploys } from './parts/deploys';
import { measureLighthouse } from './parts/lighthouse';
import { measureSecondVisit } from './parts/second-visit';
import { measureSignals } from './parts/signals';
import { measureVisits } from './parts/visits';
import { writeResults, type Results } from './report';
import { openVariantSites } from './sites';

const parts: Readonly<Record<PartName, (bench: Bench) => Promise<Findings>>> = {
  visits: measureVisits,
  lighthouse: measureLighthouse,
  'second-visit': measureSecondVisit,
  deploys: measureDeploys,
  signals: measureSignals,
  canary: measureCanary,
  bucket: measureBucket,
};

/**
 * Builds, measures, prints the tables and writes them into a folder.
 * @throws Error when anything that was to be measured is not what it should be
 */
export async function runBench(options: BenchOptions, write: (text: string) => void) {
  const { runs, readme } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'shopwright-bench-'));
  const [loadBefore = 0] = loadavg();
  const print = (line: string) => write(`${line}\n`);
  try {
    await using browser = await openBrowser();
    const report = createProgress({ write, writeError: write, interactive: false });
    await using sites = await openVariantSites(folder, report);
    const fewRuns = runs <= 3 ? 1 : Math.ceil(runs / 3);
    const bench = { browser, sites, folder, runs, fewRuns, print };
    const findings: Partial<Record<PartName, Findings>> = {};
    for (const name of options.parts) findings[name] = await parts[name](bench);
    const [loadAfter = 0] = loadavg();
    const processor = `${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'}`;
    const results: Results = {
      machine: `${processor}, Node ${process.versions.node}, Chromium ${browser.version()}`,
      at: new Date().toISOString(),
      load: [loadBefore, loadAfter],
      runs,
      findings,
    };
    print(`\n${await writeResults(results, readme)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
