import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { startScript } from '@composed/testing/server/start-process';
import { until } from '@composed/testing/server/until';
import { freePort } from '@composed/http/operations/free-port';
import { fakeVersion, shortVersion } from '@composed/testing/release/fake-release';
import { parseFakePage } from '@composed/testing/release/fake-compose';
import { aFolderSite, type FolderSite } from '@composed/testing/release/folder-site';
import { snapshot } from '@composed/testing/release/served-files';

let site: FolderSite;

beforeEach(() => void (site = aFolderSite({ environmentSettings: { siteUrl: null, data: {} } })));

async function serve(ownEnvironment: Readonly<Record<string, string>> = {}, ...args: string[]) {
  const folders = { SITE_DIR: site.folder, DATA_DIR: join(site.root, 'data') };
  const env = {
    ...process.env,
    ...folders,
    SITE_URL: '',
    PORT: String(await freePort()),
    ...ownEnvironment,
  };
  return startScript('serve', args, { env });
}

test('serve does not change the store, even while an upstream is unavailable', async () => {
  await site.publishAll();
  const before = await snapshot(site.folder);
  const server = await serve({ MANAGER_URL: `http://127.0.0.1:${await freePort()}` });
  const url = await server.ready();
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(parseFakePage(await response.text())).toMatchObject({ page: 'index.html' });
  expect(server.output()).toBe(`The site is ready at ${url}\n`);
  await server.stop();
  expect(await snapshot(site.folder)).toBe(before);
});

test('serve --at shows a past deployment on this machine until it is pruned', async () => {
  await site.publishAll();
  const { live } = await site.ledger();
  const first = await site.tool.store.get(`deployments/${live?.deployment}/index.html`);
  await site.publish('pricing', 'v2');
  const before = await snapshot(site.folder);
  const port = await freePort();
  const server = await serve({ PORT: String(port) }, '--at', '1');
  const url = await server.ready();
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(await (await fetch(url)).text()).toBe(String(first));
  expect((await fetch(url + '/_site')).status).toBe(404);
  expect(server.output()).toMatch(
    /^The site as it was from \d{4}-\d\d-\d\d \d\d:\d\d on, revision 1\. Nothing that is done there is kept\.\n/,
  );
  await server.stop();
  expect(await snapshot(site.folder)).toBe(before);

  const version = fakeVersion('pricing', 'v1');
  rmSync(join(site.folder, 'releases/pricing', version), { recursive: true });
  const { ended, output } = await serve({}, '--at', '1');
  expect(await ended).toBe(1);
  expect(output()).toBe(
    `What was live then cannot be served: pricing ${shortVersion('pricing', 'v1')} was pruned.\n`,
  );
});

test('a server that gets SIGTERM is not ready, still answers for a while, and ends with 0', async () => {
  await site.publishAll();
  const probes = `http://127.0.0.1:${await freePort()}`;
  const { child, ready } = await serve({
    HOST: '127.0.0.1',
    DRAIN_SECONDS: '2',
    PROBE_PORT: new URL(probes).port,
    MANAGER_URL: `http://127.0.0.1:${await freePort()}`,
  });
  const url = await ready();
  const health = async () => {
    const response = await fetch(`${probes}/readyz`);
    return [response.status, response.headers.get('cache-control'), await response.text()];
  };
  const wellBut = /^{"ready":true,"draining":false,"unavailable":{"manager":"\d{4}-\d\d-.*Z"}}$/;
  expect(await health()).toEqual([200, 'no-store', expect.stringMatching(wellBut)]);
  expect((await fetch(`${probes}/livez`)).status).toBe(200);
  expect(await (await fetch(`${probes}/metrics`)).text()).toContain('\nsign_in_queue 0\n');
  for (const path of ['/livez', '/readyz', '/metrics'])
    expect((await fetch(url + path)).status).toBe(404);

  // Browsers open connections ahead. A stop waits neither for these, which carry no request, nor for a request that
  // never ends.
  for (const sent of ['', 'GET / HTTP/1.1\r\n']) {
    const silent = connect(Number(new URL(url).port), '127.0.0.1');
    await once(silent, 'connect');
    silent.write(sent);
  }
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await until(async () => (await fetch(`${probes}/readyz`)).status !== 200);
  expect(await health()).toEqual([
    503,
    'no-store',
    expect.stringContaining('"ready":false,"draining":true'),
  ]);
  for (const path of ['/', '/nowhere', tablesPath]) {
    const response = await fetch(url + path);
    expect([response.status < 500, response.headers.get('connection')]).toEqual([true, 'close']);
  }
  expect(await ended).toEqual([0, null]);
});

test.each([
  [[], 1, /^Nothing is live in .* yet; "npm start" builds and publishes this checkout\.\n$/],
  [['--port', '3'], 2, /^Unknown option '--port'; "--help" lists what there is\.\n$/],
])('serve %j ends at once with one sentence', async (args, code, sentence) => {
  const { ended, output } = await serve({}, ...args);
  expect(await ended).toBe(code);
  expect(output()).toMatch(sentence);
});
