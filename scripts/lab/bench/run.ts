import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createProgress } from '../../release/reports/progress';
import { openBrowser } from '../../testing/open-browser';
import { copyRepository, removeCopy } from '../../testing/repository-copy';
import type { Findings, Part } from './bench';
import type { BenchOptions, PartName } from './options';
import { builds } from './parts/builds';
import { deploys } from './parts/deploys';
import { edits } from './parts/edits';
import { lighthouse } from './parts/lighthouse';
import { secondVisit } from './parts/second-visit';
import { servers } from './parts/servers';
import { visits } from './parts/visits';
import { formatResults, writeResults, type Results } from './report';
import { openVariantSites } from './variants/variant-sites';

/*
 * `npm run bench`: what federation costs, and what a page costs a visitor. `variants/` builds the sites that
 * are compared and serves them at the same time, `visits/` opens their pages as a visitor does, `parts/`
 * holds a file for each thing that is measured, and report.ts writes what was found. It may import anything
 * but the browser tests and the commands. Begin with `measureVisits` in parts/visits.ts.
 */

const parts: Readonly<Record<PartName, Part>> = {
  visits,
  lighthouse,
  servers,
  'second-visit': secondVisit,
  deploys,
  builds,
  edits,
};

/**
 * Builds, measures, prints the tables and writes them into a folder.
 * @throws Error when anything that was to be measured is not what it should be
 */
export async function runBench(options: BenchOptions, write: (text: string) => void) {
  const folder = await mkdtemp(path.join(tmpdir(), 'shopwright-bench-'));
  const [loadBefore = 0] = loadavg();
  const browser = await openBrowser();
  const print = (line: string) => write(`${line}\n`);
  const copies: Promise<string>[] = [];
  try {
    const report = createProgress({ write, writeError: write, interactive: false });
    const sites = await openVariantSites(folder, report);
    const findings: Partial<Record<PartName, Findings>> = {};
    try {
      for (const name of options.parts) {
        print(parts[name].title);
        findings[name] = await parts[name].measure({
          browser,
          sites,
          folder,
          runs: options.runs,
          fewRuns: options.runs <= 3 ? 1 : Math.ceil(options.runs / 3),
          copy: () => {
            if (copies.length === 0) copies.push(copyRepository());
            return Promise.all(copies).then(([copy = '']) => copy);
          },
          print: (line) => print(`  ${line}`),
        });
      }
    } finally {
      await sites.close();
      for (const copy of copies) await removeCopy(await copy);
    }
    const [loadAfter = 0] = loadavg();
    const results: Results = {
      machine: {
        processor: cpus()[0]?.model.trim() ?? 'unknown',
        cores: cpus().length,
        node: process.versions.node,
        browser: browser.version(),
        at: new Date().toISOString(),
        load: [loadBefore, loadAfter],
      },
      runs: options.runs,
      findings,
    };
    await writeResults(options.out, results, options.readme);
    print(`\n${formatResults(results)}\nWritten to ${options.out}.`);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
