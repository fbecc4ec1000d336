import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { ChangeCommand } from '../../../release/commands';
import { change } from '../../../release/change';
import { createCompressor } from '../../../release/compress';
import { readLedger } from '../../../release/ledger';
import { FolderStore } from '../../../release/stores/folder-store';
import { keys, type Store } from '../../../release/stores/store';
import type { ReleaseTool } from '../../../release/tool';
import { stampRelease } from '../../stamp-release';
import type { Bench, Findings } from '../findings';
import { compareRounds, formatCount, formatRatio, formatTimes, inTurn } from '../statistics';

/** Remotes in the table; the site's own two are among them. */
const counts = [2, 10, 100];

/** Runs a command of the release tool without a word. @returns the milliseconds that it took */
export async function timed(tool: ReleaseTool, command: ChangeCommand): Promise<number> {
  const began = performance.now();
  await change(command, tool, (_title, work) => work());
  return performance.now() - began;
}

export const publishPricing = { name: 'publish', apps: ['pricing'] } as const;

/**
 * A site of its own with so many remotes, live, and the milliseconds that each command took there.
 * @param given is empty; else it is in a folder
 */
export async function openSite({ folder, sites }: Bench, remotes: number, given?: Store) {
  const home = await mkdtemp(path.join(folder, `deploys-${remotes}-`));
  const builds = new Map(sites.builds);
  const built = builds.get('pricing') ?? '';
  for (let n = builds.size - 1; n < remotes; n += 1) {
    const app = `generated-${String(n).padStart(3, '0')}`;
    const target = { app, folder: path.join(home, 'builds', app) };
    await stampRelease(built, target, app);
    builds.set(app, target.folder);
  }
  const tool: ReleaseTool = {
    ...sites.tool,
    store: given ?? new FolderStore(path.join(home, 'site')),
    apps: [...builds.keys()],
    // What was compressed in an earlier run must not make this one look faster.
    compress: createCompressor(path.join(home, 'compressed')),
    buildApp: (app) => Promise.resolve({ folder: builds.get(app) ?? '', isNew: false }),
  };
  await timed(tool, { name: 'publish', apps: tool.apps });
  const times = { publish: [] as number[], rollback: [] as number[], compose: [] as number[] };
  return {
    tool,
    remotes,
    times,
    /** Publishes the next release of pricing, rolls it back, and composes. */
    deploy: async (round: number, onLive?: () => void) => {
      const target = { app: 'pricing', folder: path.join(home, 'builds', `pricing-${round}`) };
      await stampRelease(built, target, `edit-${round}`);
      builds.set('pricing', target.folder);
      times.publish.push(await timed(tool, publishPricing));
      onLive?.();
      times.rollback.push(await timed(tool, { name: 'rollback', app: 'pricing', to: null }));
      times.compose.push(await timed(tool, { name: 'compose' }));
      // The first round warms up and does not count.
      if (round === 0) for (const each of Object.values(times)) each.pop();
    },
  };
}

/** @returns bytes of the landing page (brotli) */
export async function landingBytes({ store }: ReleaseTool): Promise<number> {
  const live = (await readLedger(store)).live?.composition ?? '';
  return (await store.get(`${keys.page(live, 'index.html')}.br`))?.byteLength ?? 0;
}

type DeployedSite = Awaited<ReturnType<typeof openSite>>;

/** Publishes, rolls back and composes on each site in turn. */
export async function deployInTurn(
  { runs }: Bench,
  sites: readonly Pick<DeployedSite, 'deploy'>[],
): Promise<void> {
  for (let round = 0; round <= runs; round += 1) {
    for (const { deploy } of inTurn(sites, round)) await deploy(round);
    console.log(`deploys, round ${round} of ${runs}`);
  }
}

/** Deploys to sites with few and many remotes. */
export async function measureDeploys(bench: Bench): Promise<Findings> {
  const sites: DeployedSite[] = [];
  for (const remotes of counts) sites.push(await openSite(bench, remotes));
  await deployInTurn(bench, sites);
  const rows = sites.map(async ({ tool, remotes, times: { publish, rollback, compose } }) => [
    String(remotes),
    ...[publish, rollback, compose].map(formatTimes),
    formatRatio(compareRounds(publish, sites[0]?.times.publish ?? [])),
    `${formatCount(await landingBytes(tool))} B`,
  ]);
  return {
    data: sites.map(({ remotes, times }) => ({ remotes, ...times })),
    tables: [
      {
        title: 'Deploys, by the number of remotes in the table',
        head: ['Remotes', 'Publish to live', 'Roll back', 'Compose', 'Publish', 'Landing HTML'],
        rows: await Promise.all(rows),
      },
    ],
  };
}
