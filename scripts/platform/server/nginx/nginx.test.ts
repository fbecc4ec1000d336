import { once } from 'node:events';
import { connect } from 'node:net';
import { temporaryFolder } from '@composed/tooling/testing/temporary-folder';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { createAccountPath, xsrfTokenPath } from '@shopwright/shared/contracts/sign-up';
import { signalsPath } from '@composed/contracts/signals';
import { signInPath } from '@shopwright/shared/contracts/site-links';
import { freePort } from '../../operations/free-port';
import { ask, type Asked } from '../../../tests/helpers/server/ask';
import { hostileInputs } from '../../../tests/helpers/services/hostile-inputs';
import { byPath, startUpstream, unchecked, type Upstream } from '../../../tests/helpers/upstream';
import type { NginxOptions } from './options';
import { hasNginx } from '../../setup/browser.mjs';
import { startSiteNginx, type RunningNginx } from '../../../tests/helpers/running-nginx';

const running: RunningNginx[] = [];
let siteDir: string;
let upstream: Upstream;
let base: string;
/** An origin where nothing listens. */
let nowhere: string;
let received: Upstream['received'];

/** Starts nginx in front of the given services, and tells its origin. */
async function front(given: Partial<NginxOptions>): Promise<string> {
  const timeLimits = { subscription: 400, manager: 400 };
  const nginx = await startSiteNginx({ siteDir, services: base, timeLimits, ...given });
  running.push(nginx);
  return nginx.url;
}

const post = (given: Partial<Asked> = {}): Asked => ({
  path: createAccountPath,
  method: 'POST',
  body: '{broken',
  ...given,
});

beforeAll(async () => {
  siteDir = temporaryFolder();
  upstream = await startUpstream(byPath);
  ({ url: base, received } = upstream);
  nowhere = `http://127.0.0.1:${await freePort()}`;
});

afterAll(async () => {
  await Promise.all(running.map((nginx) => nginx.stop()));
  await upstream.stop();
});

beforeEach(() => void received.splice(0));

const describeWithNginx = hasNginx() ? describe : describe.skip;

describeWithNginx('nginx', () => {
  test('hands a call on as it came, to a base with a path of its own', async () => {
    const origin = await front({
      upstreams: { subscription: base, manager: `${base}/gate$way`, storeUi: null },
    });
    const headers = {
      cookie: 'store_session=a; XSRF-TOKEN=token; status_token=b; other=1',
      ...unchecked,
      'x-xsrf-token': 'token',
      'x-forwarded-for': '6.6.6.6',
    };
    const response = await ask(origin, post({ headers }));
    expect(response).toMatchObject({ status: 418, text: '{"from":"upstream"}' });
    expect(response.headers['x-upstream']).toBe('yes');
    expect(received).toMatchObject([
      { method: 'POST', path: `/gate%24way${createAccountPath}`, body: Buffer.from('{broken') },
    ]);
    expect(received[0]?.headers).toMatchObject({
      host: new URL(base).host,
      cookie: 'XSRF-TOKEN=token; other=1',
      'x-xsrf-token': 'token',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(origin).host,
    });
    for (const name of Object.keys(unchecked)) {
      expect(received[0]?.headers).not.toHaveProperty(name);
    }
    await ask(origin, { path: `${tablesPath}?x=1` });
    expect(received[1]).toMatchObject({ method: 'GET', path: `${tablesPath}?x=1` });
    await ask(origin, { path: xsrfTokenPath });
    expect(received[2]).toMatchObject({ method: 'GET', path: `/gate%24way${xsrfTokenPath}` });
  });

  test.each([
    ['store_session=a; b=1; __Host-store_session=c', 'b=1'],
    ['b=1;store_session=a;c=2', 'b=1;c=2'],
    ['status_token=a', undefined],
    ['b=1; not_store_session=2', 'b=1; not_store_session=2'],
    // More than a browser of ours ever has.
    ['store_session=a; store_session=b; store_session=c; d=1', undefined],
  ])('of the cookies %s a service gets %s', async (cookie, kept) => {
    const origin = await front({ upstreams: { subscription: base, manager: base, storeUi: null } });
    await ask(origin, { path: tablesPath, headers: { cookie } });
    expect(received[0]?.headers.cookie).toBe(kept);
  });

  test('tells why a service does not answer, and asks it once', async () => {
    const origin = await front({
      upstreams: { subscription: `${base}/silent`, manager: `${base}/broken`, storeUi: null },
    });
    const late = await ask(origin, { path: tablesPath });
    expect(late).toMatchObject({
      status: 504,
      text: '{"reason":"The subscription service did not answer in time."}',
    });
    expect(late.headers['content-type']).toBe('application/json');
    expect(late.headers['cache-control']).toBe('no-store');
    expect(await ask(origin, post())).toMatchObject({
      status: 502,
      text: '{"reason":"The manager service cannot be reached."}',
    });
    expect(received.map(({ method }) => method)).toEqual(['GET', 'POST']);
    const away = await front({
      upstreams: { subscription: nowhere, manager: nowhere, storeUi: null },
    });
    expect((await ask(away, post())).status).toBe(502);
  });

  test('lets nothing else through to a service', async () => {
    const origin = await front({
      upstreams: { subscription: base, manager: base, storeUi: base },
    });
    for (const asked of [
      { path: createAccountPath, method: 'DELETE' },
      { path: tablesPath, method: 'POST' },
      { path: `${tablesPath}/../secret` },
      { path: '/subscription/api/v1/admin' },
      { path: '/store' },
      { path: '/identity/sign-in' },
    ]) {
      expect([404, 405]).toContain((await ask(origin, asked)).status);
    }
    expect(received).toEqual([]);
  });

  test('hands a beacon to the embedded collector, without the cookies that came with it', async () => {
    const origin = await front({ upstreams: { subscription: base, manager: base, storeUi: base } });
    const beacon = { path: signalsPath, method: 'POST', headers: { cookie: 'XSRF-TOKEN=token' } };
    expect((await ask(origin, { ...beacon, body: '{}' })).status).toBe(418);
    expect((await ask(origin, { ...beacon, body: ' '.repeat(4097) })).status).toBe(413);
    expect((await ask(origin, { path: signalsPath })).status).toBe(405);
    expect(received).toMatchObject([
      { method: 'POST', path: signalsPath, body: Buffer.from('{}') },
    ]);
    expect(received[0]?.headers).not.toHaveProperty('cookie');
  });

  test('hands the sign-in to the embedded services, and only what is under its addresses', async () => {
    const origin = await front({});
    const target = '/identity/sign-in/a%2Fb?x=%20y';
    expect((await ask(origin, { path: target })).status).toBe(418);
    expect((await ask(origin, { path: '/store' })).status).toBe(418);
    // Nothing is published here: who would show it says 503.
    expect((await ask(origin, { path: '/storefront' })).status).toBe(503);
    expect(received.map(({ path: asked }) => asked)).toEqual([target, '/store']);
  });

  test('redirects to the store UI from the one address, however hostile the others are', async () => {
    const origin = await front({
      upstreams: { subscription: base, manager: base, storeUi: 'https://store.example.com/shop' },
    });
    const good = await ask(origin, { path: signInPath });
    expect(good).toMatchObject({ status: 302 });
    const target = 'https://store.example.com/shop/oauth2/authorization/keycloak';
    expect(good.headers.location).toBe(target);
    const port = Number(new URL(origin).port);
    const redirected: string[] = [];
    for (const input of hostileInputs) {
      const socket = connect(port, '127.0.0.1');
      let response = '';
      socket.setEncoding('latin1').on('data', (data: string) => (response += data));
      socket.on('error', () => undefined);
      socket.end(`GET ${input} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      await once(socket, 'close');
      const location = /\r\nlocation: ([^\r]*)/i.exec(response)?.[1];
      if (location !== undefined && location !== target) redirected.push(input);
      // A blank ends the address, as it does for the embedded server.
      if (location === target && !/[\s\0]/.test(input)) redirected.push(input);
    }
    expect(redirected).toEqual([]);
    expect(hostileInputs.length).toBeGreaterThanOrEqual(200);
  });

  test('says so when nothing has been published yet, and says it of no service', async () => {
    const origin = await front({});
    expect(await ask(origin, { path: '/' })).toMatchObject({
      status: 503,
      text: 'The site is not there yet.\n',
    });
    expect((await ask(origin, { path: tablesPath })).status).toBe(418);
  });

  test('believes about a visitor’s address only the proxies that are named', async () => {
    const headers = { 'x-forwarded-for': '6.6.6.6, 192.0.2.7' };
    const real = { subscription: base, manager: base, storeUi: null };
    const trusting = await front({ upstreams: real, trustedProxies: ['127.0.0.0/8'] });
    await ask(trusting, { path: tablesPath, headers });
    await ask(await front({ upstreams: real }), { path: tablesPath, headers });
    expect(received.map((request) => request.headers['x-forwarded-for'])).toEqual([
      '192.0.2.7',
      '127.0.0.1',
    ]);
  });

  test('writes no query to its log', async () => {
    const origin = await front({});
    await ask(origin, { path: '/oauth2/authorization/keycloak?code=secret' });
    const log = (await running.at(-1)?.log()) ?? '';
    expect(log).toContain('"GET /oauth2/authorization/keycloak" 418');
    expect(log).not.toContain('secret');
  });
});
