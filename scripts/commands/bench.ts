import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { measureComposing } from '../lab/bench/composing';
import { measureLighthouse, readBenchmarkIndex } from '../lab/bench/lighthouse';
import { phone, slowdownTo } from '../lab/bench/phones';
import { formatReport, putIntoReadme } from '../lab/bench/report';
import { openVariantSites } from '../lab/bench/sites';
import { measureVisits } from '../lab/bench/visits';
import { terminal } from '../platform/output';
import { runProgram } from '../platform/terminal';
import { openBrowser } from '../tests/helpers/open-browser';

runProgram('npm run bench --', 'build, measure and print the tables', (program) =>
  program
    .option(
      '--quick',
      'for a first look: three rounds in place of nine, and no pages in Lighthouse',
    )
    .option('--readme', 'put tables and chart into the README')
    .action(async (options) => {
      const rounds = options.quick ? 3 : 9;
      const folder = await mkdtemp(path.join(tmpdir(), 'shopwright-bench-'));
      const [load = 0] = loadavg();
      try {
        await using browser = await openBrowser();
        await using sites = await openVariantSites(folder);
        const index = await readBenchmarkIndex(sites.urls);
        const lighthouse = options.quick ? null : await measureLighthouse(sites, index);
        const slowdown = slowdownTo(phone, index);
        const visits = await measureVisits(browser, sites.urls, rounds, slowdown);
        const composing = await measureComposing(sites.siteDir, sites.remotes, rounds);
        const conditions = [
          ...[new Date().toISOString().slice(0, 10), `${rounds} rounds`],
          `${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'}`,
          ...[`Node ${process.versions.node}`, `Chromium ${browser.version()}`],
          `load ${load.toFixed(1)} at the start.`,
        ].join(', ');
        const report = formatReport(
          [...visits.goals, ...(lighthouse?.goals ?? []), composing],
          [...(lighthouse ? [lighthouse.speeds] : []), visits.table],
          conditions,
        );
        terminal.write(`\n${report}\n`);
        if (options.readme) await putIntoReadme(report, visits.chart);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }),
);
