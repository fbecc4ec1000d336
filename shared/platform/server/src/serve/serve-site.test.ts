import path from 'node:path';
import { telemetryPath } from '@composed/contracts/telemetry';
import { readEnvironment } from '@composed/command/environment';
import { testServices } from '@composed/testing/server/back-end';
import { freePort } from '@composed/http/operations/free-port';
import { aLiveSite, type FolderSite } from '@composed/testing/release/folder-site';
import { visitOnce } from '@composed/testing/server/visits';
import { json, startUpstream } from '@composed/testing/server/upstream';
import { serveSite } from './serve-site';

let site: FolderSite;

beforeAll(async () => {
  site = await aLiveSite({ environmentSettings: { siteUrl: null, data: {} } });
  await site.runCommandLine('settings', '--telemetry', telemetryPath);
});

const serve = async (variables: Readonly<Record<string, string>>) =>
  serveSite(
    readEnvironment(
      {
        SITE_DIR: site.folder,
        DATA_DIR: path.join(site.root, 'data'),
        PORT: String(await freePort()),
        ...variables,
      },
      testServices.variables,
    ),
    testServices,
  );

const token = 'a'.repeat(32);

test.each([
  ['localhost', 'localhost', 200],
  ['::1', '[::1]', 200],
  // Addresses that other machines reach as well.
  ['0.0.0.0', '127.0.0.1', 404],
  ['::', '127.0.0.1', 404],
  ['::', '[::1]', 404],
])(
  'with HOST %s a server listens at %s, and its status page without a token is a %d',
  async (...row) => {
    const [HOST, name, status] = row;
    const { url, close } = await serve({ HOST, STATUS_TOKEN: token });
    const at = `http://${name}:${new URL(url).port}`;
    expect((await fetch(at)).status).toBe(200);
    expect((await fetch(`${at}/_site`)).status).toBe(status);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${at}/_site`, { headers })).status).toBe(200);
    await close();
  },
);

test('an address of another machine is refused', async () => {
  await expect(serve({ HOST: '192.0.2.1' })).rejects.toThrow(
    'of 192.0.2.1 cannot be opened (EADDRNOTAVAIL); correct HOST',
  );
});

test.each([
  ['127.0.0.1', 'id-of-the-proxy', true],
  ['127.0.0.1', 'ada@example.com', false],
  ['192.0.2.0/24', 'id-of-the-proxy', false],
])(
  'with %s as a trusted proxy, whether the request id %s is kept is %s',
  async (proxies, id, keeps) => {
    const upstream = await startUpstream(json([]));
    const { url, close } = await serve({
      HOST: '127.0.0.1',
      TRUSTED_PROXIES: proxies,
      STOCK_URL: upstream.url,
    });
    await fetch(`${url}/api/stock`, { headers: { 'x-request-id': id } });
    expect(upstream.received[0]?.headers['x-request-id'] === id).toBe(keeps);
    await close();
    await upstream.stop();
  },
);

const metricsAt = async (port: string) => {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^application\/openmetrics-text/);
  return (await response.text()).trimEnd().split('\n');
};

test('requests are counted with few labels, whatever their addresses', async () => {
  const PROBE_PORT = String(await freePort());
  const { url, close } = await serve({ PROBE_PORT });
  for (let n = 0; n < 30; n += 1) await fetch(`${url}/nowhere-${n}`);
  for (let n = 0; n < 7; n += 1) await fetch(url);
  await fetch(url, { method: 'DELETE' });
  const metrics = await metricsAt(PROBE_PORT);
  expect(metrics.at(-1)).toBe('# EOF');
  const requests = metrics.filter((one) => one.startsWith('http_requests_total'));
  expect(requests.sort()).toEqual([
    'http_requests_total{route="/*",status="405",variant="none"} 1',
    'http_requests_total{route="/404.html",status="404",variant="live"} 30',
    'http_requests_total{route="/index.html",status="200",variant="live"} 7',
  ]);
  expect(metrics).toContain('http_request_duration_seconds_count{route="/index.html"} 7');
  const valueOf = (name: string) =>
    Number(metrics.find((one) => one.startsWith(`${name} `))?.split(' ')[1]);
  expect(valueOf('file_reads_total{kind="memory"}')).toBeGreaterThan(30);
  expect(valueOf('site_age_seconds')).toBeLessThan(600);
  await close();
});

test('faults of the live site are counted by app and release', async () => {
  const PROBE_PORT = String(await freePort());
  const { url, close } = await serve({ PROBE_PORT, TRUSTED_PROXIES: '127.0.0.1,::1' });
  const { live } = await site.ledger();
  const { releases = {} } = live ?? {};
  const fault = (app: string) => {
    const version = releases[app] ?? '';
    return { app, version, expose: './Section', stage: 'render', cause: 'Error' };
  };
  const pricing = { faults: [fault('pricing')] };
  const both = { faults: [fault('pricing'), fault('signup')] };
  for (const told of [{}, pricing, pricing, both]) await visitOnce(url, releases, 7, told);
  const made = { ...releases, pricing: 'invented' };
  await visitOnce(url, made, 7, { faults: [{ ...fault('pricing'), version: 'invented' }] });
  const metrics = await metricsAt(PROBE_PORT);
  const faults = metrics.filter((line) => line.startsWith('page_faults_total'));
  expect(faults.sort()).toEqual([
    `page_faults_total{app="pricing",release="${releases['pricing']}"} 3`,
    `page_faults_total{app="signup",release="${releases['signup']}"} 1`,
  ]);
  await close();
});
