import Fastify, { type FastifyInstance } from 'fastify';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { createAccountPath } from '@shopwright/shared/contracts/sign-up';
import { callBodyLimit, serverOptions } from '../../platform/calls/server-options';
import { freePort } from '../../platform/operations/free-port';
import { byPath, startUpstream, unchecked, type Upstream } from '../../tests/helpers/upstream';
import { checkUpstreams } from '../../platform/calls/check-upstreams';
import { backEnd } from '../back-end';
import { forward } from './forward';

let upstream: Upstream;
let base: string;
/** An origin where nothing listens. */
let nowhere: string;
let received: Upstream['received'];
let fastify: FastifyInstance;
let origin: string;

/** Over a real connection: a body is streamed to the upstream, and the connection outlives its failure. */
const postTo = (path: string) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: 'x'.repeat(10_000) }),
  });

beforeAll(async () => {
  upstream = await startUpstream(byPath);
  ({ url: base, received } = upstream);
  nowhere = `http://127.0.0.1:${await freePort()}`;
  fastify = Fastify(serverOptions);
  const add = (upstreamUrl: string, path: string, method: 'GET' | 'POST') =>
    fastify.register(forward, { upstream: upstreamUrl, path, method, timeLimit: 300 });
  await add(base, tablesPath, 'GET');
  await add(`${base}/gateway`, createAccountPath, 'POST');
  await add(nowhere, '/manager/unreachable', 'POST');
  await add(`${base}/silent`, '/manager/silent', 'GET');
  await add(`${base}/broken`, '/manager/broken', 'POST');
  origin = await fastify.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await fastify.close();
  await upstream.stop();
});

beforeEach(() => void received.splice(0));

test('status, headers and body of the upstream pass through', async () => {
  const response = await fastify.inject({ method: 'GET', url: tablesPath });
  expect(response.statusCode).toBe(418);
  expect(response.headers['x-upstream']).toBe('yes');
  expect(response.json()).toEqual({ from: 'upstream' });
  expect(received).toMatchObject([{ method: 'GET', path: tablesPath }]);
});

test('method, path, headers and body of the call reach the upstream under its base', async () => {
  // A body that is no JSON is the upstream's to judge.
  const body = '{ "user": {"firstName":"Ada"} , "odd":1';
  await fastify.inject({
    method: 'POST',
    url: createAccountPath,
    headers: {
      'content-type': 'application/json',
      'x-xsrf-token': 'token',
      cookie:
        'store_session=a; XSRF-TOKEN=token; __Host-store_session=b; status_token=c; other=1; store_session=d',
      ...unchecked,
    },
    payload: body,
  });
  const asked = { method: 'POST', path: `/gateway${createAccountPath}`, body: Buffer.from(body) };
  expect(received).toMatchObject([asked]);
  expect(received[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-xsrf-token': 'token',
    cookie: 'XSRF-TOKEN=token; other=1',
  });
  for (const name of Object.keys(unchecked)) {
    expect(received[0]?.headers).not.toHaveProperty(name);
  }
});

test('a body that is too large is refused with 413 and never reaches the upstream', async () => {
  const response = await fastify.inject({
    method: 'POST',
    url: createAccountPath,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ user: 'x'.repeat(callBodyLimit) }),
  });
  expect(response.statusCode).toBe(413);
  expect(response.json()).toHaveProperty('reason');
  expect(received).toEqual([]);
});

test('an upstream that cannot be reached is a 502 with a reason', async () => {
  const response = await postTo('/manager/unreachable');
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ reason: 'The manager service cannot be reached.' });
});

test('an upstream that hangs up is a 502, and the call is sent once', async () => {
  const response = await postTo('/manager/broken');
  expect(response.status).toBe(502);
  expect(received).toHaveLength(1);
});

test('an upstream that is silent is a 504', async () => {
  const response = await fastify.inject({ method: 'GET', url: '/manager/silent' });
  expect(response.statusCode).toBe(504);
  expect(response.json()).toEqual({ reason: 'The manager service did not answer in time.' });
});

test('other paths and methods do not reach the upstream', async () => {
  for (const [method, url] of [
    ['DELETE', createAccountPath],
    ['POST', tablesPath],
    ['GET', `${tablesPath}/../secret`],
    ['GET', '/subscription/api/v1/admin'],
  ] as const) {
    const response = await fastify.inject({ method, url });
    expect([404, 405]).toContain(response.statusCode);
  }
  expect(received).toEqual([]);
});

test('a configured service that does not answer is named in one sentence', async () => {
  const { variables } = backEnd;
  const there = { subscription: base, manager: null, storeUi: `${base}/anything` };
  await checkUpstreams(there, variables);
  const check = checkUpstreams({ subscription: base, manager: nowhere, storeUi: null }, variables);
  await expect(check).rejects.toThrow(
    new RegExp(`^MANAGER_URL is ${nowhere}, but nothing answers there \\(.+\\); start .*\\.$`),
  );
});
