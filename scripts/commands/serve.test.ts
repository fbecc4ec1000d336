import { once } from 'node:events';
import { connect } from 'node:net';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { readyAddress, stopProcess } from '../testing/child';
import { freePort } from '../testing/free-port';
import { parseFakePage } from '../testing/release/fake-compose';
import { aFolderSite, type FolderSite } from '../testing/release/a-folder';
import { snapshot } from '../testing/release/served';
import { serveProcess } from '../testing/server/serve-process';

let site: FolderSite;

beforeEach(() => void (site = aFolderSite({ environment: { siteUrl: null, pricesUrl: null } })));

const serve = (environment: Readonly<Record<string, string>> = {}, ...args: string[]) =>
  serveProcess(site, environment, args);

test('serve shows what is live and changes nothing in the store, also while an upstream is away', async () => {
  await site.publishAll();
  const before = await snapshot(site.folder);
  const { child, text } = await serve({ MANAGER_URL: `http://127.0.0.1:${await freePort()}` });
  try {
    const url = await readyAddress(child, text);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(parseFakePage(await answer.text())).toMatchObject({ page: 'index.html' });
    expect(text()).toBe(`Shopwright is ready at ${url}\n`);
  } finally {
    await stopProcess(child);
  }
  expect(await snapshot(site.folder)).toBe(before);
});

test('a server that is told to end is not ready at once, answers for a while, and ends well', async () => {
  await site.publishAll();
  const probes = `http://127.0.0.1:${await freePort()}`;
  const { child, text } = await serve({
    ...{ HOST: '127.0.0.1', DRAIN_SECONDS: '2', PROBE_PORT: new URL(probes).port },
    MANAGER_URL: `http://127.0.0.1:${await freePort()}`,
  });
  const url = await readyAddress(child, text);
  const health = async () => {
    const answer = await fetch(`${probes}/readyz`);
    return [answer.status, answer.headers.get('cache-control'), await answer.text()];
  };
  const wellBut = /^{"ready":true,"draining":false,"away":{"manager":"\d{4}-\d\d-.*Z"}}$/;
  expect(await health()).toEqual([200, 'no-store', expect.stringMatching(wellBut)]);
  expect((await fetch(`${probes}/livez`)).status).toBe(200);
  for (const path of ['/livez', '/readyz', '/metrics'])
    expect((await fetch(url + path)).status).toBe(404);

  // Browsers open one ahead: nothing was asked, so nobody waits for it, nor for who never ends a request.
  for (const sent of ['', 'GET / HTTP/1.1\r\n']) {
    const silent = connect(Number(new URL(url).port), '127.0.0.1');
    await once(silent, 'connect');
    silent.write(sent);
  }
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  while ((await fetch(`${probes}/readyz`)).status === 200);
  expect(await health()).toEqual([
    ...[503, 'no-store'],
    expect.stringContaining('"ready":false,"draining":true'),
  ]);
  for (const path of ['/', '/nowhere', tablesPath]) {
    const answer = await fetch(url + path);
    expect([answer.status < 500, answer.headers.get('connection')]).toEqual([true, 'close']);
  }
  expect(await ended).toEqual([0, null]);
});

test.each([
  [[], /^Nothing is live in .* yet; "npm start" builds and publishes this checkout\.\n$/],
  [['--port', '3'], /^"serve" takes no "--port 3"; PORT and SITE_DIR are set before it\.\n$/],
])('serve %j ends at once with one sentence', async (args, sentence) => {
  const { child, text } = await serve({}, ...args);
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(text()).toMatch(sentence);
});
