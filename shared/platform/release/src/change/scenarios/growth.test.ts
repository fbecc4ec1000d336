import { hash } from 'node:crypto';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { terminal } from '@composed/command/terminal';
import { readLedger, writeNextLedger } from '../../ledger/ledger';
import type { Store } from '../../store/store';
import { createCompressor } from '../../store/compress';
import { aSiteFolder } from '@composed/testing/release/folder-site';
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
    const { code, err } = await site.runCommandLine(...command.split(' '));
    expect(`${code} ${err}`).toBe('0 ');
    return { composed: work.composed, rendered: work.rendered.length, ...store.counts };
  };
  site.sources.set('pricing', 'v3');
  const publish = await run('publish pricing');
  return { publish, rollback: await run('rollback pricing'), status: await run('status') };
}

test('with ten times the remotes a command composes, renders and lists no more', async () => {
  const few = await costsOf(3);
  const many = await costsOf(30);
  for (const [command, composed, rendered, files] of [
    // Deployments: the pages, all remotes rolled back, the host rolled back; after a rollback, one more.
    ['publish', 3, 1, 6],
    ['rollback', 4, 0, 6],
    // A status reads each manifest for its commit.
    ['status', 0, 0, 1],
  ] as const) {
    const { gets, looks, bytes, ...otherCosts } = many[command];
    const before = few[command];
    expect(otherCosts).toEqual({ composed, rendered, lists: before.lists, puts: before.puts });
    // A status asks for the sizes of each release.
    expect((looks - before.looks) / 27).toBe(command === 'status' ? 1 : 0);
    expect((gets - before.gets) / 27).toBeLessThanOrEqual(files);
    expect((bytes - before.bytes) / 27).toBeLessThan(4000);
  }
});

/** Makes the ledger as long as so many publishes do: of each, a release and a deployment were shown last some day. */
async function lengthen(store: Store, publishes: number): Promise<void> {
  const ledger = await readLedger(store);
  const ids = Array.from({ length: publishes }, (_, n) => hash('sha256', String(n)).slice(0, 32));
  const at = new Date().toISOString();
  const shown = ids.flatMap((id) => [`pricing/${id}`, id].map((name) => [name, at] as const));
  const lastShown = { ...ledger.lastShown, ...Object.fromEntries(shown) };
  const [entry] = ledger.history;
  const history = entry ? ids.slice(-500).map(() => entry) : [];
  await writeNextLedger(store, ledger, { lastShown, history: [...history, ...ledger.history] });
}

/** Seconds that a publish of one remote takes, the faster of two, with compression as in production. */
async function timePublish(remotes: number, pages: number, publishes: number) {
  const root = aSiteFolder();
  const store = new CountingStore(path.join(root, 'site'));
  const compress = createCompressor(root);
  const { site } = aGrowingSite(root, { remotes, pages, text: 20_000 }, store, { compress });
  await prepareGrowingSite(site);
  await lengthen(store, publishes);
  const times: number[] = [];
  for (const source of ['v3', 'v4']) {
    site.sources.set('pricing', source);
    const began = performance.now();
    const { code, err } = await site.runCommandLine('publish', 'pricing');
    expect(`${code} ${err}`).toBe('0 ');
    times.push((performance.now() - began) / 1000);
  }
  return Math.min(...times);
}

(process.env['SOAK'] ? describe : describe.skip)('a publish of one remote', () => {
  let small: number;

  beforeAll(async () => {
    small = await timePublish(3, 5, 0);
  }, 1_200_000);

  test.each([
    ['of 100 remotes', 100, 5, 0, 2],
    ['with 10,000 publishes behind it', 3, 5, 10_000, 2],
    ['of a site of 1,000 pages', 3, 1000, 0, 200],
  ])(
    '%s takes little longer than on a small site',
    async (name, remotes, pages, publishes, most) => {
      const seconds = await timePublish(remotes, pages, publishes);
      const ratio = seconds / small;
      terminal.write(`A publish ${name}: ${seconds.toFixed(1)} s, × ${ratio.toFixed(2)}\n`);
      expect(ratio).toBeLessThan(most);
    },
    1_200_000,
  );
});
