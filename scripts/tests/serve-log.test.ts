import { once } from 'node:events';
import { join } from 'node:path';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import * as v from 'valibot';
import { startScript } from '@composed/testing/server/start-process';
import { freePort } from '@composed/http/operations/free-port';
import { aFolderSite, type FolderSite } from '@composed/testing/release/folder-site';
import { sendRequest } from '@composed/testing/server/send-request';
import { until, untilReady } from '@composed/testing/server/until';
import { json, startUpstream, type Upstream } from '@composed/testing/server/upstream';

let site: FolderSite;
let upstream: Upstream;
let server: ReturnType<typeof startScript>;
let url: string;

async function start() {
  site = aFolderSite({ environmentSettings: { siteUrl: null, data: {} } });
  await site.publishAll();
  upstream = await startUpstream(json([]));
  const port = await freePort();
  const probePort = await freePort();
  url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    SITE_DIR: site.folder,
    DATA_DIR: join(site.root, 'data'),
    LOG: 'json',
    HOST: '127.0.0.1',
    SITE_URL: '',
    SUBSCRIPTION_URL: upstream.url,
    PORT: String(port),
    PROBE_PORT: String(probePort),
  };
  server = startScript('serve', [], { env });
  await untilReady(`http://127.0.0.1:${probePort}`, server.output);
}

afterEach(async () => {
  await server.stop();
  await upstream.stop();
});

const common = ['level', 'time', 'msg'];
/** Fields that a line may have, by its message. */
const fields: Readonly<Record<string, readonly string[]>> = {
  request: [
    ...common,
    'requestId',
    'method',
    'route',
    'status',
    'bytes',
    'ms',
    'deployment',
    'variant',
  ],
  store: [...common, 'action', 'what', 'deployment', 'revision'],
};

/** Returns the lines of the log as soon as one is about this event. */
async function linesUntilEvent() {
  await until(() => server.output().includes('"msg":"store"'), server.output);
  const lines = server.output().split('\n').filter(Boolean);
  return lines.map((line) => v.parse(v.record(v.string(), v.unknown()), JSON.parse(line)));
}

const secrets = {
  authorization: 'Bearer hunter2',
  cookie: 'bucket=07; status_token=hunter2; XSRF-TOKEN=hunter2',
  referer: 'https://elsewhere.example/?hunter2',
  'user-agent': 'hunter2\t{"level":"fatal"}',
  'x-forwarded-for': '203.0.113.77',
  'x-request-id': 'ada@example.com',
};

test('the log has one line per request and event, and no data of visitors', async () => {
  await start();
  const hostile = [
    '/?password=hunter2',
    '/ada%40example.com',
    '/preview/hunter2/?hunter2',
    '/assets/hunter2.js',
    '/signup?email=ada@example.com#hunter2',
    '//ada@example.com/%0a{"level":"fatal","hunter2":1}',
    '/%ZZhunter2',
    'http://hunter2.example/hunter2',
    `/${'hunter2'.repeat(900)}`,
    '/oauth2/authorization/keycloak?hunter2',
    '/login/oauth2/code/keycloak?code=hunter2&state=hunter2',
    '/identity/sign-in/hunter2',
    '/redirect/internal?serviceName=hunter2',
    '/_site?hunter2',
    `${tablesPath}?hunter2`,
  ];
  for (const path of hostile) await sendRequest(url, { path, headers: secrets });
  const body = JSON.stringify({ emailAddress: 'ada@example.com', password: 'hunter2' });
  const call = { 'content-type': 'application/json', ...secrets };
  await sendRequest(url, { path: createAccountPath, method: 'POST', headers: call, body });
  await sendRequest(url, { path: '/hunter2', method: 'DELETE', headers: secrets });
  await site.publish('pricing', 'v2');

  const lines = await linesUntilEvent();
  for (const line of lines) {
    const knownFields = [...(fields[String(line['msg'])] ?? [...common, 'part'])];
    expect(knownFields).toEqual(expect.arrayContaining(Object.keys(line)));
  }
  const requests = lines.filter((line) => line['msg'] === 'request');
  expect(requests).toHaveLength(hostile.length + 2);
  for (const secret of ['hunter2', 'ada@', 'ada%40', '203.0.113']) {
    expect(server.output()).not.toContain(secret);
  }
  const { live } = await site.ledger();
  const event = { level: 'info', action: 'publish', deployment: live?.deployment };
  expect(lines).toContainEqual(expect.objectContaining(event));
  const [before] = (await site.ledger()).history;
  expect(requests[0]).toMatchObject({
    method: 'GET',
    route: '/index.html',
    status: 200,
    variant: 'live',
    deployment: before?.deployment,
  });
  expect(requests.map((line) => line['status'])).not.toContain(500);
});

test('a blocked log delays neither requests nor the end of the server', async () => {
  await start();
  server.child.stdout.removeAllListeners('data').pause();
  // More than a pipe buffers.
  for (let n = 0; n < 800; n += 1) {
    expect((await fetch(`${url}/nowhere`)).status).toBe(404);
  }
  const ended = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
