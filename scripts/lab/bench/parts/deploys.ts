import path from 'node:path';
import { buildApp } from '../../../build/build-app';
import type { ChangeCommand } from '../../../release/arguments';
import { change } from '../../../release/change';
import { createCompressor } from '../../../release/compress';
import { readLedger } from '../../../release/ledger';
import { FolderStore } from '../../../release/stores/folder-store';
import { keys } from '../../../release/stores/store';
import type { ReleaseTool } from '../../../release/tool';
import { stampRelease } from '../../stamp-release';
import type { Bench, Part } from '../bench';
import { compareRounds } from '../statistics';
import { formatCount, formatTimes, unsteady } from '../tables';

/** Remotes in the table; the site's own two are among them. */
const counts = [2, 10, 100];
const publishPricing = { name: 'publish', apps: ['pricing'], overBudget: null } as const;

/** A site of its own with so many remotes, and the milliseconds that each command took there. */
async function openSite(
  { folder, sites }: Bench,
  built: ReadonlyMap<string, string>,
  remotes: number,
) {
  const home = path.join(folder, 'deploys', String(remotes));
  const folders = new Map(built);
  for (let n = built.size - 1; n < remotes; n += 1) {
    const app = `generated-${String(n).padStart(3, '0')}`;
    const target = { app, folder: path.join(home, 'builds', app) };
    await stampRelease(built.get('pricing') ?? '', target, app);
    folders.set(app, target.folder);
  }
  const tool: ReleaseTool = {
    ...sites.tool,
    store: new FolderStore(path.join(home, 'site')),
    apps: [...folders.keys()],
    // What was compressed in an earlier run must not make this one look faster.
    compress: createCompressor(path.join(home, 'compressed')),
    buildApp: (app) => Promise.resolve(folders.get(app) ?? ''),
  };
  return {
    ...{ remotes, home, folders, tool },
    publish: [] as number[],
    rollback: [] as number[],
    compose: [] as number[],
  };
}

async function timed(tool: ReleaseTool, command: ChangeCommand): Promise<number> {
  const began = performance.now();
  await change(command, tool, (_title, work) => work());
  return performance.now() - began;
}

/** @returns bytes of the landing page (brotli) */
async function landingBytes({ store }: ReleaseTool): Promise<number> {
  const live = (await readLedger(store)).live?.composition ?? '';
  const page = await store.get(`${keys.page(live, 'index.html')}.br`);
  if (!page) throw new Error('A site of the deploys has no landing page.');
  return page.byteLength;
}

/** Publishes, rolls back and composes in turn on sites with few and many remotes. */
async function measureDeploys(bench: Bench) {
  const builds = bench.sites.tool.apps.map(
    async (app) => [app, (await buildApp(app)).folder] as const,
  );
  const built = new Map(await Promise.all(builds));
  const sites: Awaited<ReturnType<typeof openSite>>[] = [];
  for (const remotes of counts) {
    const site = await openSite(bench, built, remotes);
    await timed(site.tool, { name: 'publish', apps: site.tool.apps, overBudget: null });
    sites.push(site);
    bench.print(`a site with ${remotes} remotes is live`);
  }
  const rounds = Math.max(3, bench.runs);
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    // In another order each round: who comes first finds the machine in another state.
    const turn = round % sites.length;
    for (const site of [...sites.slice(turn), ...sites.slice(0, turn)]) {
      const folder = path.join(site.home, 'builds', `pricing-${round}`);
      const target = { app: 'pricing', folder };
      await stampRelease(built.get('pricing') ?? '', target, `edit-${round}`);
      site.folders.set('pricing', folder);
      const publish = await timed(site.tool, publishPricing);
      const rollback = await timed(site.tool, { name: 'rollback', app: 'pricing', to: null });
      const compose = await timed(site.tool, { name: 'compose' });
      if (round === 0) continue;
      site.publish.push(publish);
      site.rollback.push(rollback);
      site.compose.push(compose);
    }
    bench.print(`deploys, round ${round} of ${rounds}`);
  }
  return Promise.all(
    sites.map(async ({ remotes, publish, rollback, compose, tool }) => ({
      ...{ remotes, publish, rollback, compose },
      landing: await landingBytes(tool),
    })),
  );
}

export const deploys: Part = {
  title: 'Deploys with few and many remotes',
  measure: async (bench) => {
    const times = await measureDeploys(bench);
    return {
      data: times,
      tables: [
        {
          title: 'Deploys, by the number of remotes in the table',
          head: ['Remotes', 'Publish to live', 'Roll back', 'Compose', 'Publish', 'Landing HTML'],
          rows: times.map(({ remotes, publish, rollback, compose, landing }) => {
            const ratio = compareRounds(publish, times[0]?.publish ?? []);
            return [
              String(remotes),
              ...[publish, rollback, compose].map(formatTimes),
              ratio ? `× ${ratio.median.toFixed(2)}` : unsteady,
              `${formatCount(landing)} B`,
            ];
          }),
        },
      ],
    };
  },
};
