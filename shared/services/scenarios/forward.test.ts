import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { createAccountPath, xsrfTokenPath } from '@shopwright/shared/contracts/sign-up';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { activeFilePolicy } from '@composed/contracts/headers';
import { forwardApis, registerPublicHosts } from '@composed/http/calls/forward';
import { checkUpstreams } from '@composed/http/calls/check-upstreams';
import { callBodyLimit, serverOptions } from '@composed/http/calls/server-options';
import { hasNginx } from '@composed/command/installed-software.mjs';
import { startSiteNginx } from '@composed/testing/server/site-nginx';
import { sendRequest, type SentRequest } from '@composed/testing/server/send-request';
import { hostileInputs } from '../testing/hostile-inputs';
import {
  byPath,
  startUpstream,
  untrustedHeaders,
  type Upstream,
} from '@composed/testing/server/upstream';
import { serviceTable } from '../service-table';
import { redirectRoute } from '../redirect/redirect';
import { forward } from '@composed/http/services';

/* The headers that real services get, from the embedded server and from nginx. */

/**
 * Milliseconds. Only a service that never answers needs a short limit: on a busy machine a refusal takes its time, too.
 */
const limits = { ample: 10_000, short: 400 };
const siteUrl = 'https://shop.example.com';
const storeUi = 'https://store.example.com/shop';
const target = `${storeUi}/oauth2/authorization/keycloak`;

let upstream: Upstream;
let base: string;
/** A port at which nothing listens. A free one could soon be another test's. */
const nowhere = 'http://127.0.0.1:2';
let received: Upstream['received'];
const ends: (() => Promise<unknown>)[] = [];

/** Starts the embedded server before real services. */
async function startEmbedded(
  subscription: string,
  manager: string,
  timeLimit = limits.ample,
): Promise<string> {
  const fastify = Fastify(serverOptions);
  ends.push(() => fastify.close());
  registerPublicHosts(fastify, [siteUrl, null]);
  for (const { service, path, method } of serviceTable.calls) {
    const to = { subscription, manager }[service];
    const { cookies } = serviceTable;
    await fastify.register(forward, { upstream: to, path, method, timeLimit, cookies });
  }
  await fastify.register(forwardApis, { apis: { checkout: `${manager}/v1` }, cookies: [] });
  await fastify.register(redirectRoute, { storeUi });
  return fastify.listen({ host: '127.0.0.1', port: 0 });
}

async function startNginx(
  subscription: string,
  manager: string,
  timeLimit = limits.ample,
): Promise<string> {
  const server = await startEmbedded(subscription, manager, timeLimit);
  const nginx = await startSiteNginx({ servers: [server] });
  ends.push(nginx.stop);
  return nginx.url;
}

beforeAll(async () => {
  upstream = await startUpstream(byPath);
  ({ url: base, received } = upstream);
});

afterAll(() => upstream.stop());

beforeEach(() => void received.splice(0));

const post = (given: Partial<SentRequest> = {}): SentRequest => ({
  path: createAccountPath,
  method: 'POST',
  body: '{broken',
  headers: { 'content-type': 'application/json' },
  ...given,
});

/** Sends a request line as it is, since a client library would repair it. Returns the whole response. */
async function askRaw(origin: string, method: string, address: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let response = '';
  socket.setEncoding('latin1').on('data', (data: string) => (response += data));
  socket.on('error', () => undefined);
  // If the client ends its side of the connection, nginx assumes that it has gone.
  socket.write(`${method} ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return response;
}

const servers: [string, typeof startNginx][] = [['the embedded server', startEmbedded]];
if (hasNginx()) servers.push(['nginx', startNginx]);

describe.each(servers)('%s', (_name, start) => {
  let origin: string;

  beforeAll(async () => void (origin = await start(base, `${base}/gate$way`)));

  afterAll(async () => {
    for (const end of ends.splice(0)) await end();
  });

  test('forwards a call unchanged, also to a base address with a path', async () => {
    const cookie = 'store_session=a; XSRF-TOKEN=token; status_token=b; other=1';
    const ownHeaders = { 'content-type': 'application/json', 'x-xsrf-token': 'token' };
    const headers = { cookie, ...ownHeaders, ...untrustedHeaders, 'x-forwarded-for': '6.6.6.6' };
    const response = await sendRequest(origin, post({ headers }));
    expect(response).toMatchObject({ status: 418, text: '{"from":"upstream"}' });
    expect(response.headers['x-upstream']).toBe('yes');
    await sendRequest(origin, { path: `${tablesPath}?x=1` });
    await sendRequest(origin, { path: xsrfTokenPath });
    expect(received.map(({ method, path }) => `${method} ${path.replace('%24', '$')}`)).toEqual([
      `POST /gate$way${createAccountPath}`,
      `GET ${tablesPath}?x=1`,
      `GET /gate$way${xsrfTokenPath}`,
    ]);
    expect(received[0]?.body.toString()).toBe('{broken');
    expect(received[0]?.headers).toMatchObject({
      ...ownHeaders,
      cookie: 'XSRF-TOKEN=token; other=1',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'shop.example.com',
    });
    for (const name of Object.keys(untrustedHeaders)) {
      expect(received[0]?.headers).not.toHaveProperty(name);
    }
  });

  test('forwards every call below /api/<app>/ to that app’s service, and no other call', async () => {
    const body = '{"sku":"CL-01"}';
    const headers = { 'content-type': 'application/json', cookie: 'status_token=b; cart=1' };
    const order = { path: '/api/checkout/orders/a%2Fb?x=%20y', method: 'PUT', headers, body };
    // A visitor who opens the answer as a document runs and loads nothing.
    expect(await sendRequest(origin, order)).toMatchObject({
      status: 418,
      headers: {
        'content-security-policy': activeFilePolicy,
        'x-content-type-options': 'nosniff',
      },
    });
    expect(received.map(({ method, path }) => `${method} ${path.replace('%24', '$')}`)).toEqual([
      'PUT /gate$way/v1/orders/a%2Fb?x=%20y',
    ]);
    expect(received[0]?.body.toString()).toBe(body);
    expect(received[0]?.headers.cookie).toBe('cart=1');
    for (const path of [
      '../..',
      '%2e%2E/x',
      'a/../../checkout/../x',
      '.',
      'a/..%2f../x',
      '..\\x',
      '%2E.%5Cx',
      '..;/x',
      '.;a=b/x',
      '..%3B/x',
      '..#/x',
      'a%2F%2e.',
      '%5c..',
    ]) {
      const [status = ''] = (await askRaw(origin, 'GET', `/api/checkout/${path}`)).split('\r\n');
      expect([path, status]).toEqual([path, expect.stringMatching(/ (?:400|404|503) /)]);
    }
    expect(received.slice(1).map(({ path }) => path)).toEqual([]);
  });

  test('limits headers of an app’s service that concern the whole origin to the calls of that app', async () => {
    const cookies = [
      'XSRF-TOKEN=a; Path=/; HttpOnly',
      'cart=1; path=/x; Secure;PATH=/',
      'c=1; Domain=localhost',
    ];
    upstream.respondWith((response) => {
      response.setHeader('clear-site-data', '"*"').setHeader('nel', '{}');
      // Browsers act on both headers, without any script in the document.
      response
        .setHeader('refresh', '0; url=https://evil.example')
        .setHeader('link', '</x>; rel=preload')
        // nginx would send the response of this address in place of the answer.
        .setHeader('x-accel-redirect', '/api/checkout/other');
      response.setHeader('set-cookie', cookies).end();
    });
    const { headers } = await sendRequest(origin, { path: '/api/checkout/cart' });
    expect(received).toHaveLength(1);
    upstream.reset();
    const refusedNames = /^(?:clear|nel|refresh|link|x-accel)/;
    expect(Object.keys(headers).filter((name) => refusedNames.test(name))).toEqual([]);
    const parts = (headers['set-cookie'] ?? []).join(';').split(/;\s*/);
    expect(parts).toEqual(expect.arrayContaining(['XSRF-TOKEN=a', 'HttpOnly', 'Secure', 'c=1']));
    const paths = parts.filter((part) => /^path=/i.test(part)).map((part) => part.slice(5));
    expect(new Set(paths)).toEqual(new Set(['/api/checkout']));
    expect(parts.filter((part) => /^domain=/i.test(part))).toEqual([]);
    const policy = headers['content-security-policy'];
    for (const wall of ['sandbox', "form-action 'none'", "base-uri 'none'"])
      expect(policy).toContain(wall);
    upstream.respondWith((response) => void response.setHeader('set-cookie', 'cart=1').end());
    const alone = (await sendRequest(origin, { path: '/api/checkout/cart' })).headers['set-cookie'];
    upstream.reset();
    expect(alone).toEqual([expect.stringMatching(/^cart=1\b/)]);
  });

  test.each([
    ['store_session=a; b=1; __Host-store_session=c', /^b=1$/],
    ['b=1;store_session=a;c=2', /^b=1; ?c=2$/],
    ['status_token=a', /^$/],
    ['b=1; not_store_session=2', /^b=1; not_store_session=2$/],
    // A client may send the session cookie several times.
    ['store_session=a; store_session=b; store_session=c; d=1', /^(?:d=1)?$/],
  ])('of the cookies %s a service receives %s', async (cookie, kept) => {
    await sendRequest(origin, { path: tablesPath, headers: { cookie } });
    expect(received[0]?.headers.cookie ?? '').toMatch(kept);
  });

  test('reports why a service does not respond, after one request', async () => {
    const silent = await start(`${base}/silent`, nowhere, limits.short);
    const late = await sendRequest(silent, { path: tablesPath });
    const reason = '{"reason":"The subscription service did not answer in time."}';
    expect(late).toMatchObject({ status: 504, text: reason });
    expect(late.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/) as string,
      'cache-control': 'no-store',
    });
    const unreachable = {
      status: 502,
      text: '{"reason":"The manager service cannot be reached."}',
    };
    const broken = await start(nowhere, `${base}/broken`);
    expect(await sendRequest(broken, post())).toMatchObject(unreachable);
    expect(received.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(await sendRequest(await start(nowhere, nowhere), post())).toMatchObject(unreachable);
  });

  test('forwards no other request to a service', async () => {
    for (const asked of [
      { path: createAccountPath, method: 'DELETE' },
      { path: tablesPath, method: 'POST' },
      { path: `${tablesPath}/../secret` },
      { path: '/subscription/api/v1/admin' },
      { path: '/store' },
      { path: '/identity/sign-in' },
    ]) {
      expect([404, 405]).toContain((await sendRequest(origin, asked)).status);
    }
    const { status, text } = await sendRequest(
      origin,
      post({ body: ' '.repeat(callBodyLimit + 1) }),
    );
    expect([status, text]).toEqual([413, expect.stringContaining('"reason"')]);
    expect(received).toEqual([]);
  });

  test('redirects to the store UI only from the allowed address', async () => {
    const swapped = '/redirect/internal?path=/oauth2/authorization/keycloak&serviceName=store-ui';
    for (const address of [signInPath, swapped]) {
      const { status, headers } = await sendRequest(origin, { path: address });
      expect([status, headers.location]).toEqual([302, target]);
    }
    expect(hostileInputs).toHaveLength(257);
    const otherPaths = ['/redirect', '/redirect/', '/redirect/internal/x', '/redirect/internal'];
    const redirected: string[] = [];
    for (const input of [...hostileInputs, ...otherPaths]) {
      const response = await askRaw(origin, 'GET', input);
      const location = /\r\nlocation: ([^\r]*)/i.exec(response)?.[1];
      // A blank ends the address, and nginx hands on an address with a host without it: what arrives is another
      // request.
      const isRefused = location === undefined && /^(?:$|HTTP\/1\.1 [45]\d\d )/.test(response);
      const isCut = /[\s\0]|^\w+:/.test(input) && (location ?? target) === target;
      if (!isRefused && !isCut) redirected.push(input);
      if (/evil|set-cookie: (?!XSRF-TOKEN=\w{32};)/i.test(response)) redirected.push(input);
    }
    expect(redirected).toEqual([]);
    const posted = await askRaw(origin, 'POST', signInPath);
    expect(posted).toMatch(/^HTTP\/1\.1 405 [^]*\r\nallow: GET, HEAD\r\n/i);
    expect(posted).not.toMatch(/\r\nlocation:/i);
  });
});

test('a configured service that does not respond is named in one sentence', async () => {
  const { variables } = serviceTable;
  const there = { subscription: base, manager: null, storeUi: `${base}/anything` };
  await checkUpstreams(there, variables);
  const check = checkUpstreams({ subscription: base, manager: nowhere, storeUi: null }, variables);
  await expect(check).rejects.toThrow(
    new RegExp(`^MANAGER_URL is ${nowhere}, but nothing answers there \\(.+\\); start .*\\.$`),
  );
});
