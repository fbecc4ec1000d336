import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { measureGrowth } from '../lab/bench/growth';
import { measureLighthouse, readBenchmarkIndex } from '../lab/bench/lighthouse';
import { traceVisits } from '../lab/bench/main-thread';
import { visitGoals, visitTable } from '../lab/bench/metrics';
import { phone, slowdownTo } from '../lab/bench/phones';
import { formatReport, putIntoReadme } from '../lab/bench/report';
import { measureShop } from '../lab/bench/shop';
import { openVariantSites } from '../lab/bench/sites';
import { measureVisits } from '../lab/bench/visits';
import { terminal } from '@composed/command/output';
import { provideForTests } from '@composed/command/browser.mjs';
import { runProgram } from '@composed/command/terminal';
import { openBrowser } from '../tests/helpers/open-browser';

const whenAndWhere = (load: number, ...more: readonly string[]) =>
  [
    new Date().toISOString().slice(0, 10),
    `${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    ...[`Node ${process.versions.node}`, ...more, `load ${load.toFixed(1)} at the start.`],
  ].join(', ');

/** Measures in a folder that goes afterwards. */
async function inFolder<T>(measure: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shopwright-bench-'));
  try {
    return await measure(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchVisits(folder: string, isQuick: boolean) {
  const rounds = isQuick ? 2 : 6;
  const [load = 0] = loadavg();
  await using browser = await openBrowser();
  await using sites = await openVariantSites(folder);
  const index = await readBenchmarkIndex(sites.urls.scriptless);
  const lighthouse = isQuick ? null : await measureLighthouse(sites, index);
  const samples = [
    ...(await traceVisits(sites.urls, isQuick ? 2 : 10)),
    ...(await measureVisits(browser, sites.urls, rounds, slowdownTo(phone, index))),
  ];
  return formatReport(
    [...visitGoals(samples), ...(lighthouse?.goals ?? [])],
    [...(lighthouse ? [lighthouse.speeds] : []), visitTable(samples)],
    whenAndWhere(load, `Chromium ${browser.version()}`, `${rounds} rounds`),
  );
}

async function benchShop(folder: string, isQuick: boolean): Promise<string> {
  const rounds = isQuick ? 1 : 3;
  const [load = 0] = loadavg();
  await using browser = await openBrowser();
  const table = await measureShop(browser, folder, rounds);
  const place = whenAndWhere(load, `Chromium ${browser.version()}`, `${rounds} rounds`);
  return formatReport([], [table], place);
}

async function benchGrowth(folder: string, isQuick: boolean): Promise<string> {
  const [load = 0] = loadavg();
  const { rounds, goals, tables } = await measureGrowth(folder, isQuick);
  return formatReport(goals, tables, whenAndWhere(load, `${rounds} rounds`));
}

runProgram('npm run bench --', 'build, measure and print the tables', (program) => {
  const bench = program
    .option('--quick', 'for a first look: a third of the rounds, and not what takes longest')
    .option('--readme', 'put the tables into the READMEs')
    .action(async () => {
      await provideForTests('Chromium', 'nginx');
      await show(benchVisits, 'scripts/lab');
    });
  const show = async (
    measure: (folder: string, isQuick: boolean) => Promise<string>,
    ...[folder, mark]: [Parameters<typeof putIntoReadme>[0], string?]
  ): Promise<void> => {
    const { quick = false, readme } = bench.opts();
    const report = await inFolder((made) => measure(made, quick));
    terminal.write(`\n${report}\n`);
    if (readme) await putIntoReadme(folder, report, mark);
  };
  bench
    .command('shop')
    .description('what a product page of the sample shop costs, in four minutes')
    .action(async () => {
      await provideForTests('Chromium');
      await show(benchShop, 'scripts/lab', 'shop');
    });
  bench
    .command('growth')
    .description('what commands cost as a site grows, and its visitors pay')
    .action(() => show(benchGrowth, 'shared/platform'));
  return bench;
});
