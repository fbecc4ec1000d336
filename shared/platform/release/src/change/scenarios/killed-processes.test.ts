import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'esbuild';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { aLiveSite, type FolderSite, testApps } from '@composed/testing/release/folder-site';
import { fakeVersion } from '@composed/testing/release/fake-release';
import { randomNumbers } from '@composed/testing/release/random';
import { servingErrors } from '@composed/testing/release/served-files';

/** `npm run soak` sets SOAK: three hundred times as many deaths. */
const deaths = process.env['SOAK'] ? 3000 : 10;
/** Milliseconds that one kill may cost on a busy machine. */
const perKill = 20_000;
/** Milliseconds that a step of a change takes, most of the time. */
const stepMs = 10;

let worker: string;
let site: FolderSite;

beforeAll(async () => {
  worker = path.join(temporaryFolder(), 'worker.mjs');
  // Compiled once, since hundreds of processes have to start in some 50 ms each. Some packages are CommonJS.
  const js =
    "import { createRequire as from } from 'node:module'; const require = from(import.meta.url);";
  await build({
    entryPoints: ['shared/platform/testing/src/release/worker.ts'],
    outfile: worker,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js },
  });
});

beforeEach(async () => {
  site = await aLiveSite();
});

function startWorker({ root }: FolderSite, ...args: string[]) {
  const child = spawn(process.execPath, [worker, root, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  return { child, ended: once(child, 'exit'), complaint: () => complaint };
}

test('four concurrent processes all go live', async () => {
  const each = 8;
  const workers = [...testApps, 'host'].map((app, n) =>
    startWorker(site, String(n), String(each), app),
  );
  const exits = await Promise.all(workers.map(({ ended }) => ended));
  expect(workers.map(({ complaint }) => complaint())).toEqual(['', '', '', '']);
  expect(exits.map(([code]: unknown[]) => code)).toEqual([0, 0, 0, 0]);
  const ledger = await site.ledger();
  expect(ledger.revision).toBe(1 + 4 * each);
  const published = ledger.history.filter(({ action }) => action === 'publish');
  expect(published).toHaveLength(1 + 4 * each);
  expect(ledger.live?.releases['pricing']).toBe(fakeVersion('pricing', `1.${each - 1}`));
  expect(ledger.live?.releases['signup']).toBe(fakeVersion('signup', `2.${each - 1}`));
  expect(servingErrors(site.folder)).toEqual([]);
});

type Worker = ReturnType<typeof startWorker>;

/** Waits until a worker has begun so many steps; with `afterChange`, once it has changed the site. */
async function untilSteps({ child }: Worker, steps: number, afterChange: boolean): Promise<void> {
  let isCounting = !afterChange;
  let left = steps;
  for await (const line of createInterface({ input: child.stdout })) {
    if (isCounting) left -= 1;
    if (left === 0) return;
    isCounting ||= line === 'changed';
  }
}

/** Kills one worker after another on one site, each at another moment of its first change or of those after it. */
async function killMany(site: FolderSite, count: number): Promise<void> {
  const random = randomNumbers(count);
  for (let death = 1; death <= count; death += 1) {
    const before = await site.ledger();
    const victim = startWorker(site, String(death), '1000');
    const afterChange = death % 2 === 0;
    await untilSteps(victim, 1 + (death % 9), afterChange);
    await wait(random() * stepMs);
    victim.child.kill('SIGKILL');
    await victim.ended;
    const signal = victim.child.signalCode;
    const seen = { death, signal, said: victim.complaint(), faults: servingErrors(site.folder) };
    expect(seen).toEqual({ death, signal: 'SIGKILL', said: '', faults: [] });
    // A test that only ever killed idle processes would prove nothing.
    const { revision } = await site.ledger();
    if (afterChange) expect(revision).toBeGreaterThan(before.revision);
    if (death % 5 === 0) await expectNextCommand(site, `after ${death}`);
  }
}

async function expectNextCommand(site: FolderSite, source: string): Promise<void> {
  await site.publish('signup', source);
  const ledger = await site.ledger();
  expect(ledger.live?.releases['signup']).toBe(fakeVersion('signup', source));
  expect(await site.damages()).toEqual([]);
}

test(
  `after each of ${deaths} kills the site serves, the ledger reads and the next command succeeds`,
  async () => {
    const other = await aLiveSite();
    await Promise.all([killMany(site, deaths / 2), killMany(other, deaths / 2)]);
  },
  deaths * perKill,
);
