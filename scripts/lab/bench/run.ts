import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { copyRepository, removeCopy } from '../../testing/repository-copy';
import { openBrowser } from '../../testing/open-browser';
import { buildApp } from '../../build/build-app';
import { createReporter } from '../../release/reports/progress';
import type { ReleaseTool } from '../../release/tool';
import { runLighthouse } from './lighthouse/run';
import type { BenchOptions, Part } from './options';
import { tellResults, writeResults } from './report/write';
import type { Results } from './results';
import { measureSecondVisit } from './second-visit';
import { measureServers } from './servers/load';
import { measureBuilds } from './teams/builds';
import { measureDeploys } from './teams/deploys';
import { buildEditedPricing, measureEdits } from './teams/edits';
import { openVariantSites } from './variants/variant-sites';
import { measureVisits } from './visitor/measure';

type Tell = (text: string) => void;

async function releaseFolders(tool: ReleaseTool): Promise<Record<string, string>> {
  const folders = tool.apps.map(async (app) => [app, (await buildApp(app)).folder] as const);
  return Object.fromEntries(await Promise.all(folders));
}

/** Rounds of the parts whose rounds are long. */
function fewerRuns(runs: number): number {
  return runs <= 3 ? 1 : Math.ceil(runs / 3);
}

async function measure(
  { runs, parts }: BenchOptions,
  folder: string,
  browser: Browser,
  tell: Tell,
): Promise<Omit<Results, 'machine'>> {
  const line = (text: string) => tell(`${text}\n`);
  const report = createReporter({ write: tell, writeError: tell, interactive: false });
  const begin = (part: Part, title: string) => {
    if (parts.has(part)) line(title);
    return parts.has(part);
  };
  const few = fewerRuns(runs);
  const sites = await openVariantSites(folder, report);
  const needsCopy = (['second-visit', 'builds', 'edits'] as const).some((part) => parts.has(part));
  const copy = needsCopy ? await copyRepository() : '';
  try {
    const visits = begin('visits', 'Visits of the three variants in turn')
      ? await measureVisits(browser, sites.urls, runs, line)
      : null;
    const lighthouse = begin('lighthouse', 'Lighthouse')
      ? await runLighthouse(sites.urls.composed, few, line)
      : null;
    const servers = begin('servers', 'Servers under load')
      ? await measureServers(
          folder,
          sites.siteDir,
          path.join(folder, 'load-data'),
          Math.max(3, few),
          runs <= 3 ? 4 : 10,
          line,
        )
      : null;
    const secondVisit = begin('second-visit', 'A second visit after a deploy')
      ? await measureSecondVisit(
          browser,
          sites.urls.composed,
          sites.tool,
          await buildEditedPricing(copy),
        )
      : null;
    const deploys = begin('deploys', 'Deploys with few and many remotes')
      ? await measureDeploys(
          sites.tool,
          path.join(folder, 'deploys'),
          [2, 10, 100],
          await releaseFolders(sites.tool),
          Math.max(3, runs),
          line,
        )
      : null;
    const builds = begin('builds', 'Builds in a copy of the repository')
      ? await measureBuilds(copy, few, line)
      : null;
    const edits = begin('edits', 'Edits in development, in a copy of the repository')
      ? await measureEdits(browser, copy, Math.max(3, few))
      : null;
    return { runs, visits, secondVisit, lighthouse, builds, deploys, edits, servers };
  } finally {
    await sites.close();
    if (copy !== '') await removeCopy(copy);
  }
}

/**
 * Builds, measures, prints the tables and writes them into a folder.
 * @throws Error when anything that was to be measured is not what it should be
 */
export async function runBench(options: BenchOptions, tell: Tell): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shopwright-bench-'));
  const [loadBefore = 0] = loadavg();
  const [processor] = cpus();
  const browser = await openBrowser();
  try {
    const measured = await measure(options, folder, browser, tell);
    const [loadAfter = 0] = loadavg();
    const results: Results = {
      machine: {
        processor: processor?.model.trim() ?? 'unknown',
        cores: cpus().length,
        node: process.versions.node,
        browser: browser.version(),
        at: new Date().toISOString(),
        load: [loadBefore, loadAfter],
      },
      ...measured,
    };
    await writeResults(options.out, results, options.readme);
    tell(`\n${tellResults(results)}\nWritten to ${options.out}.\n`);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
