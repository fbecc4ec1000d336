import path from 'node:path';
import { aSiteFolder } from '@composed/testing/release/a-folder';
import {
  aGrowingSite,
  CountingStore,
  noCounts,
  prepareGrowingSite,
} from '@composed/testing/release/growing-site';

// The cost of a command at 3 and at 30 remotes, counted in the store and in what is composed and rendered.

/** The cost of commands for a site of so many remotes, of which pricing changes, and each could go back. */
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
    // The pages; the other remotes as they were before; the host as it was before; and after a rollback, one more.
    ['publish', 3, 1, 6],
    ['rollback', 4, 0, 6],
    // The manifest of a release alone says its commit.
    ['status', 0, 0, 1],
  ] as const) {
    const { gets, looks, bytes, ...others } = many[command];
    const before = few[command];
    expect(others).toEqual({ composed, rendered, lists: before.lists, puts: before.puts });
    // A status says what each release weighs.
    expect((looks - before.looks) / 27).toBe(command === 'status' ? 1 : 0);
    expect((gets - before.gets) / 27).toBeLessThanOrEqual(files);
    expect((bytes - before.bytes) / 27).toBeLessThan(4000);
  }
});
