import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { signalsPath, type Signals } from 'shared/contracts/signals';
import { readSettings } from '../../environment';
import { readLedger } from '../../release/ledger';
import { aFolderSite, type FolderSite } from '../../testing/release/a-folder';
import { freePort } from '../../testing/free-port';
import { visitorAddress } from '../../testing/visitor-address';
import { serveSite } from '../server';

let site: FolderSite;
let servers: Awaited<ReturnType<typeof serveSite>>[];

const serve = async () =>
  serveSite(
    readSettings({
      PORT: String(await freePort()),
      SITE_DIR: site.folder,
      DATA_DIR: path.join(site.root, 'data'),
      TRUSTED_PROXIES: '127.0.0.1,::1',
    }),
    50,
  );

beforeEach(async () => {
  site = await aFolderSite();
  await site.publishAll();
  site.sources.set('pricing', 'v2');
  // Two servers of one store, as behind a load balancer.
  servers = [await serve(), await serve()];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  site.dispose();
});

const ledger = () => readLedger(site.tool.store);

async function startCanary(promoteAfter?: number) {
  const canary = { share: 20, promoteAfter };
  await site.change({ name: 'publish', apps: ['pricing'], canary });
  // Until the servers have seen that it began.
  await wait(300);
}

/** Visits of each kind, each from an address of its own, at either server. */
async function visit(which: 'live' | 'canary', count: number, change: Partial<Signals> = {}) {
  const { host = '', ...others } = (await ledger())[which]?.releases ?? {};
  const body: Signals = {
    ...{ releases: { host, ...others }, faults: [], hydrated: { page: 500 }, complete: true },
    ...change,
  };
  for (let index = 0; index < count; index += 1) {
    const { status } = await fetch(`${servers[index % 2]?.url}${signalsPath}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'x-forwarded-for': visitorAddress() },
      body: JSON.stringify(body),
    });
    expect(status).toBe(204);
  }
}

const fault = { app: 'pricing', expose: './PricingSection', stage: 'effect', cause: 'Error: no' };
const faults = [{ ...fault, version: 'v2' }];

async function untilGone() {
  for (let tries = 0; tries < 2000 && (await ledger()).canary; tries += 1) await wait(50);
  return ledger();
}

test('a canary that throws is aborted once, whoever looks, and live is as it was', async () => {
  await startCanary();
  const before = await ledger();
  await visit('live', 60);
  await visit('canary', 20, { faults });
  const { live, canary, history } = await untilGone();
  expect(canary).toBeNull();
  expect(live).toEqual(before.live);
  const [entry, ...more] = history.slice(before.history.length);
  expect(entry).toMatchObject({ action: 'abort', by: 'the judge' });
  expect(entry?.reason).toContain('visits with a fault: 100.0 % of');
  expect(more).toEqual([]);
});

test('one that is as good is promoted when its time has come, and only if that was asked', async () => {
  await startCanary();
  await visit('live', 310);
  await visit('canary', 310);
  await wait(1500);
  const { canary, revision } = await ledger();
  expect(canary).not.toBeNull();
  await site.change({ name: 'publish', apps: ['pricing'], canary: { share: 20, promoteAfter: 0 } });
  const { live, history } = await untilGone();
  expect(live?.composition).toBe(canary?.composition);
  expect(history.at(-1)).toMatchObject({ action: 'promote', by: 'the judge' });
  expect(revision).toBeGreaterThan(0);
});

test('a collector that is away decides nothing', async () => {
  await startCanary(0);
  await wait(500);
  expect((await ledger()).canary).not.toBeNull();
});
