import { temporaryFolder } from '@composed/build/testing/temporary-folder';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { telemetryPath } from '@composed/contracts/telemetry';
import { ask } from '@composed/testing/server/ask';
import { byPath, startUpstream, type Upstream } from '@composed/testing/server/upstream';
import type { NginxOptions } from './options';
import { hasNginx } from '@composed/command/browser.mjs';
import {
  startSiteNginx,
  type RunningNginx,
} from '../../../../../scripts/tests/helpers/running-nginx';

const running: RunningNginx[] = [];
let siteDir: string;
let upstream: Upstream;
let base: string;
let received: Upstream['received'];

/** Starts nginx in front of the given services, and tells its origin. */
async function front(given: Partial<NginxOptions>): Promise<string> {
  const nginx = await startSiteNginx({ siteDir, services: base, ...given });
  running.push(nginx);
  return nginx.url;
}

beforeAll(async () => {
  siteDir = temporaryFolder();
  upstream = await startUpstream(byPath);
  ({ url: base, received } = upstream);
});

afterAll(async () => {
  await Promise.all(running.map((nginx) => nginx.stop()));
  await upstream.stop();
});

beforeEach(() => void received.splice(0));

const describeWithNginx = hasNginx() ? describe : describe.skip;

describeWithNginx('nginx', () => {
  test('hands a beacon to the embedded collector, without the cookies that came with it', async () => {
    const origin = await front({ upstreams: { subscription: base, manager: base, storeUi: base } });
    const beacon = { path: telemetryPath, method: 'POST', headers: { cookie: 'XSRF-TOKEN=token' } };
    expect((await ask(origin, { ...beacon, body: '{}' })).status).toBe(418);
    expect((await ask(origin, { ...beacon, body: ' '.repeat(4097) })).status).toBe(413);
    expect((await ask(origin, { path: telemetryPath })).status).toBe(405);
    expect(received).toMatchObject([
      { method: 'POST', path: telemetryPath, body: Buffer.from('{}') },
    ]);
    expect(received[0]?.headers).not.toHaveProperty('cookie');
  });

  test('hands the sign-in to the embedded services, and only what is under its addresses', async () => {
    const origin = await front({});
    const target = '/identity/sign-in/a%2Fb?x=%20y';
    expect((await ask(origin, { path: target })).status).toBe(418);
    expect((await ask(origin, { path: '/store' })).status).toBe(418);
    // Nothing is published here, so a page is a 503.
    expect((await ask(origin, { path: '/storefront' })).status).toBe(503);
    expect(received.map(({ path: asked }) => asked)).toEqual([target, '/store']);
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
