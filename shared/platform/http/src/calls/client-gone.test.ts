import { once } from 'node:events';
import { request as send } from 'node:http';
import { readEnvironment } from '@composed/command/environment';
import { createServer } from '../operations/create-server';
import { until } from '@composed/testing/server/until';
import { hangUp, startUpstream, type Upstream } from '@composed/testing/server/upstream';
import { sendErrorsAsJson } from './responses';
import { serverOptions } from './server-options';
import { forward } from './forward';

let upstream: Upstream;
let url: string;
let metrics: ReturnType<typeof createServer>['metrics'];
let close: () => Promise<void>;
let written: string[];
/** Lets the upstream break off, which is silent until then. */
let breakOff: () => void;

beforeEach(async () => {
  written = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const broken = new Promise<void>((resolve) => (breakOff = resolve));
  upstream = await startUpstream(async (response, received) => {
    await broken;
    hangUp(response, received);
  });
  const settings = { ...readEnvironment({}), host: '127.0.0.1', port: 0, probePort: 0 };
  const server = createServer(settings, serverOptions);
  const { fastify } = server;
  sendErrorsAsJson(fastify);
  for (const method of ['GET', 'POST'] as const) {
    const path = `/manager/${method}`;
    await fastify.register(forward, { upstream: upstream.url, path, method, timeLimit: 30_000 });
  }
  fastify.get('/throws', async ({ raw }) => {
    await Promise.race([once(raw.socket, 'close'), broken]);
    throw new Error();
  });
  fastify.get('/endless', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200).write('a');
  });
  ({ metrics } = server);
  ({ url, close } = await server.start(() => Promise.resolve(true)));
});

afterEach(async () => {
  breakOff();
  await close();
  await upstream.stop();
  jest.restoreAllMocks();
});

/** How many requests were counted, by route and status. */
async function counted(): Promise<Readonly<Record<string, number>>> {
  const values = (await metrics?.requests.get())?.values ?? [];
  return Object.fromEntries(
    values.map(({ labels: { route, status }, value }) => [`${route} ${status}`, value]),
  );
}

const untilCounted = (name: string) => until(async () => name in (await counted()));

function ask(method: string, path: string) {
  const request = send(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
  });
  return request.on('error', () => undefined);
}

test('a client that leaves while the upstream is silent counts as no failure', async () => {
  const client = ask('GET', '/manager/GET').end();
  await until(() => upstream.received.length === 1);
  client.destroy();
  await untilCounted('/manager/GET 499');
  breakOff();
  await until(() => written.length > 0);
  expect(await counted()).toEqual({ '/manager/GET 499': 1 });
  expect(written.join('')).not.toContain(' fault ');
});

test('an error after the client has left is no fault', async () => {
  const client = ask('GET', '/throws').end();
  await once(client, 'finish');
  client.destroy();
  await untilCounted('/throws 499');
  const waiting = ask('GET', '/throws').end();
  const answered = once(waiting, 'response');
  breakOff();
  await answered;
  await untilCounted('/throws 500');
  expect(await counted()).toEqual({ '/throws 499': 1, '/throws 500': 1 });
  expect(written.filter((text) => text.includes(' fault '))).toHaveLength(1);
});

test('a client that leaves during its response is logged with the status that was sent', async () => {
  const client = ask('GET', '/endless').end();
  await once(client, 'response');
  client.destroy();
  await untilCounted('/endless 200');
  expect(await counted()).toEqual({ '/endless 200': 1 });
});
