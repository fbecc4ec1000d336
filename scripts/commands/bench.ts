import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { installTestSoftware } from '@composed/command/installed-software.mjs';
import { terminal } from '@composed/command/terminal';
import { runProgram } from '@composed/command/run-program';
import type { Browser } from 'playwright-core';
import { formatReport, type Sample } from '../lab/bench/report';
import { openSites, type MeasuredSite } from '../lab/bench/sites';
import { traceVisit } from '../lab/bench/trace';
import { visit } from '../lab/bench/visit';
import { openBrowser } from '../tests/helpers/open-browser';

/** The pages to measure, each with the module that it hydrates. */
const pages = { '/': 'pricing/PricingSection', '/signup': 'signup/SignupPage' } as const;

/** Visits the pages of all sites in turn. The order of the sites differs in each round. */
async function measure(browser: Browser, sites: readonly MeasuredSite[], rounds: number) {
  const samples: Sample[] = [];
  // Round 0 warms up browser and servers, and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % sites.length;
    for (const { name, url, hasScripts } of [...sites.slice(first), ...sites.slice(0, first)]) {
      for (const [page, moduleId] of Object.entries(pages)) {
        const seen = await visit(browser, url + page, hasScripts ? moduleId : null);
        const values = { ...seen, ...(await traceVisit(url + page)) };
        if (round > 0) samples.push({ site: name, page, values });
      }
    }
    terminal.write(`round ${round} of ${rounds}\n`);
  }
  return sites.flatMap(({ name }) => samples.filter(({ site }) => site === name));
}

runProgram('npm run bench --', 'measure the site beside a monolith and bare pages', (program) =>
  program
    .option('--rounds <number>', 'how often each page is visited', '6')
    .option('--beside <folder>', 'another checkout, whose site is measured as well')
    .action(async ({ rounds, beside }: { rounds: string; beside?: string }) => {
      await installTestSoftware('Chromium');
      const [load = 0] = loadavg();
      const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
      const sites = await openSites(folder, beside);
      await using browser = await openBrowser();
      try {
        const report = formatReport(await measure(browser, sites, Number(rounds)));
        const machine = `${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'}`;
        const tools = `Node ${process.versions.node}, Chromium ${browser.version()}`;
        terminal.write(`\n${report}\n\n${machine}, ${tools}, load ${load.toFixed(1)} at first.\n`);
      } finally {
        await Promise.all(sites.map(({ stop }) => stop()));
        await rm(folder, { recursive: true, force: true });
      }
    }),
);
