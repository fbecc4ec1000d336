import path from 'node:path';
import { change } from '../../../release/change';
import type { ChangeCommand } from '../../../release/arguments';
import { createCompressor } from '../../../release/compress';
import { FolderStore } from '../../../release/stores/folder-store';
import { readLedger } from '../../../release/recover';
import { keys } from '../../../release/stores/store';
import type { ReleaseTool } from '../../../release/tool';
import { generatedName, stampRelease } from './generated-releases';

/** Milliseconds of each command, for a table of apps with so many remotes. */
export interface DeployTimes {
  readonly remotes: number;
  /** An already built release of pricing, new to the store, to live. */
  readonly publish: readonly number[];
  readonly rollback: readonly number[];
  readonly compose: readonly number[];
  /** Bytes of the landing page (brotli). */
  readonly landing: number;
}

interface Bench {
  readonly tool: ReleaseTool;
  /** App → folder of its release. */
  readonly folders: Map<string, string>;
}

async function openBench(
  tool: ReleaseTool,
  folder: string,
  remotes: number,
  siteReleases: Readonly<Record<string, string>>,
): Promise<Bench> {
  const own = Object.entries(siteReleases);
  const generated = Array.from({ length: remotes - (own.length - 1) }, (_, n) => generatedName(n));
  const source = { app: 'pricing', folder: siteReleases['pricing'] ?? '' };
  const folders = new Map(own);
  for (const app of generated) {
    const target = { app, folder: path.join(folder, 'builds', app) };
    folders.set(app, await stampRelease(source, target, app));
  }
  const opened: ReleaseTool = {
    ...tool,
    store: new FolderStore(path.join(folder, 'site')),
    apps: [...own.map(([app]) => app), ...generated],
    // What was compressed in an earlier run must not make this one look faster.
    compress: createCompressor(path.join(folder, 'compressed')),
    buildApp: (app) => Promise.resolve(folders.get(app) ?? ''),
  };
  return { tool: opened, folders };
}

async function timed(tool: ReleaseTool, command: ChangeCommand): Promise<number> {
  const began = performance.now();
  await change(command, tool, (_title, work) => work());
  return performance.now() - began;
}

/**
 * Publishes, rolls back and composes in turn on sites with few and many remotes.
 * @param counts how many remotes the tables have; the site's own two are among them
 * @param siteReleases app → folder of its release
 * @param tell is told of each round
 */
export async function measureDeploys(
  tool: ReleaseTool,
  folder: string,
  counts: readonly number[],
  siteReleases: Readonly<Record<string, string>>,
  runs: number,
  tell: (line: string) => void,
): Promise<DeployTimes[]> {
  const benches: { count: number; bench: Bench; times: Record<string, number[]> }[] = [];
  for (const count of counts) {
    const bench = await openBench(tool, path.join(folder, String(count)), count, siteReleases);
    const all = { name: 'publish', apps: bench.tool.apps, overBudget: null } as const;
    await timed(bench.tool, all);
    benches.push({ count, bench, times: { publish: [], rollback: [], compose: [] } });
    tell(`  a site with ${count} remotes is live`);
  }
  const pricing = { app: 'pricing', folder: siteReleases['pricing'] ?? '' };
  // The first round warms up and does not count.
  for (let round = 0; round <= runs; round += 1) {
    // In another order each round: who comes first finds the machine in another state.
    const turn = round % benches.length;
    for (const { count, bench, times } of [...benches.slice(turn), ...benches.slice(0, turn)]) {
      const target = {
        app: 'pricing',
        folder: path.join(folder, String(count), 'builds', `pricing-${round}`),
      };
      bench.folders.set('pricing', await stampRelease(pricing, target, `edit-${round}`));
      const publish = { name: 'publish', apps: ['pricing'], overBudget: null } as const;
      const took = {
        publish: await timed(bench.tool, publish),
        rollback: await timed(bench.tool, { name: 'rollback', app: 'pricing', to: null }),
        compose: await timed(bench.tool, { name: 'compose' }),
      };
      if (round === 0) continue;
      for (const [name, ms] of Object.entries(took)) times[name]?.push(ms);
    }
    tell(`  deploys, round ${round} of ${runs}`);
  }
  return Promise.all(
    benches.map(async ({ count, bench: { tool: opened }, times }) => {
      const live = (await readLedger(opened.store)).live?.composition ?? '';
      const page = await opened.store.get(`${keys.page(live, 'index.html')}.br`);
      if (!page) throw new Error(`The site with ${count} remotes has no landing page.`);
      const { publish = [], rollback = [], compose = [] } = times;
      return { remotes: count, publish, rollback, compose, landing: page.byteLength };
    }),
  );
}
