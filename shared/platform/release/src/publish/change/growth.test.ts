import path from 'node:path';
import { aSiteFolder } from '@composed/testing/release/a-folder';
import {
  aGrowingSite,
  CountingStore,
  noCounts,
  prepareGrowingSite,
} from '@composed/testing/release/growing-site';

// The cost of a command at 3 and at 30 remotes: calls of the store, deployments, and renders.

/** The cost of commands for a site of so many remotes. Pricing changes, and each app has a rollback. */
async function costsOf(remotes: number) {
  const root = aSiteFolder();
  const store = new CountingStore(path.join(root, 'site'));
  const size = { remotes, pages: 1 };
  const { site, work } = aGrowingSite(root, size, store);
  await prepareGrowingSite(site);
  const run = async (command: string) => {
    Object.assign(work, { composed: 0, rendered: [] });
    store.counts = { ...noCounts };
    const { code, err } = await site.type(...command.split(' '));
    expect(`${code} ${err}`).toBe('0 ');
    return { composed: work.composed, rendered: work.rendered.length, ...store.counts };
  };
  site.sources.set('pricing', 'v3');
  const publish = await run('publish pricing');
  return { publish, rollback: await run('rollback pricing'), status: await run('status') };
}

test('a command composes, renders and lists no more at ten times the remotes, and reads no more than a few small files of each', async () => {
  const [few, many] = [await costsOf(3), await costsOf(30)];
  for (const [command, composed, rendered, files] of [
    // Deployments: the pages, all remotes rolled back, the host rolled back; after a rollback, one more.
    ['publish', 3, 1, 6],
    ['rollback', 4, 0, 6],
    // A status reads each manifest for its commit.
    ['status', 0, 0, 1],
  ] as const) {
    const { gets, looks, bytes, ...others } = many[command];
    const before = few[command];
    expect(others).toEqual({ composed, rendered, lists: before.lists, puts: before.puts });
    // A status asks for the sizes of each release.
    expect((looks - before.looks) / 27).toBe(command === 'status' ? 1 : 0);
    expect((gets - before.gets) / 27).toBeLessThanOrEqual(files);
    expect((bytes - before.bytes) / 27).toBeLessThan(4000);
  }
});
