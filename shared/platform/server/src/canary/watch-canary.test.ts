import { hostname } from 'node:os';
import path from 'node:path';
import { telemetryPath } from '@composed/contracts/telemetry';
import { readEnvironment } from '@composed/command/environment';
import { aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { fakeScript } from '@composed/testing/release/fake-release';
import { testServices } from '@composed/testing/server/back-end';
import { freePort } from '@composed/http/operations/free-port';
import { readTelemetry } from '@composed/http/telemetry/read-counts';
import { until } from '@composed/testing/server/until';
import { untilJudged, visitBrokenCanary, visitOnce } from '@composed/testing/server/visits';
import { serveSite } from '../serve/serve-site';

let site: FolderSite;
let servers: Awaited<ReturnType<typeof serveSite>>[];

const serve = async (every = 50, data = 'data') =>
  serveSite(
    readEnvironment({
      PORT: String(await freePort()),
      SITE_DIR: site.folder,
      DATA_DIR: path.join(site.root, data),
      TRUSTED_PROXIES: '127.0.0.1,::1',
    }),
    testServices,
    every,
  );

beforeEach(async () => {
  site = await aLiveSite();
  await site.runCommandLine('settings', '--telemetry', telemetryPath);
  site.sources.set('pricing', 'v2');
  // Two servers of one store, as behind a load balancer.
  servers = [await serve(), await serve()];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

const urls = () => servers.map(({ url }) => url);

async function startCanary(promoteAfter?: number) {
  const canary = { share: 20, promoteAfter };
  await site.change({ name: 'publish', apps: ['pricing'], canary });
  await untilJudged(urls(), site);
}

/** Visits of each kind, at either server. */
async function visit(which: 'live' | 'canary', count: number) {
  const releases = (await site.ledger())[which]?.releases ?? {};
  for (let index = 0; index < count; index += 1) {
    const url = servers[index % 2]?.url ?? '';
    const visitorBucket = which === 'canary' ? 7 : 70;
    expect(await visitOnce(url, releases, visitorBucket)).toBe(204);
  }
}

async function untilGone() {
  await until(async () => (await site.ledger()).canary === null);
  return site.ledger();
}

test('a canary that throws is aborted once by several servers, and the live site stays', async () => {
  await startCanary();
  const before = await site.ledger();
  const by = before.canary?.judge;
  expect(by?.name).toBe(hostname());
  const { out } = await site.runCommandLine('status');
  expect(out).toContain(`Judged by ${hostname()}.`);
  expect(out).not.toContain(by?.secret);
  await visitBrokenCanary(urls(), before, `pricing/${fakeScript('v2')}:7:1`);
  const { live, canary, history } = await untilGone();
  expect(canary).toBeNull();
  expect(live).toEqual(before.live);
  const [entry, ...more] = history.slice(before.history.length);
  expect(entry).toMatchObject({ action: 'abort', by: 'the judge' });
  expect(entry?.reason).toContain('visits with a fault: 100.0 % of');
  expect(entry?.reason).toMatch(/; it fails most at remote-pricing\/src\/main\.ts:7$/);
  expect(more).toEqual([]);
});

test('a canary without harm is promoted after its time', async () => {
  await startCanary(0);
  const { canary } = await site.ledger();
  await visit('canary', 310);
  await visit('live', 310);
  const { live, history } = await untilGone();
  expect(live?.deployment).toBe(canary?.deployment);
  expect(history.at(-1)).toMatchObject({ action: 'promote', by: 'the judge' });
});

test('a server with another database names the judge, and becomes it when the canary restarts', async () => {
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  await startCanary();
  const judge = async () => (await site.ledger()).canary?.judge?.id;
  const before = await judge();
  const other = await serve(50, 'other');
  await Promise.all(servers.map((server) => server.close()));
  servers = [other];
  expect(said.mock.calls.join('')).toContain(`is judged by ${hostname()}, which does not see`);
  await site.runCommandLine('canary', '20');
  await until(async () => (await judge()) !== undefined);
  expect([before, undefined]).not.toContain(await judge());
});

test('visits before the first poll are counted for the live site', async () => {
  await startCanary();
  await visit('live', 3);
  await Promise.all(servers.map((server) => server.close()));
  servers = [await serve(60_000), await serve(60_000)];
  await visit('live', 3);
  await Promise.all(servers.map((server) => server.close()));
  const { canary, live } = await site.ledger();
  const since = Date.parse(canary?.since ?? '');
  const rows = readTelemetry(path.join(site.root, 'data'), since, live?.releases);
  expect(rows).toContainEqual(expect.objectContaining({ measure: 'visits', count: 6 }));
  servers = [];
});
