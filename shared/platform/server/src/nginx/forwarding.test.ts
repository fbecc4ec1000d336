import { chmod } from 'node:fs/promises';
import { hasNginx } from '@composed/command/installed-software.mjs';
import { aFolderSite } from '@composed/testing/release/folder-site';
import { sendRequest } from '@composed/testing/server/send-request';
import { byPath, startUpstream, type Upstream } from '@composed/testing/server/upstream';
import { startSiteNginx, startSiteServer } from '@composed/testing/server/site-nginx';
import { followFolder } from '../serve/site-files';
import type { NginxOptions } from './nginx-command';

const ends: (() => Promise<unknown>)[] = [];
let upstream: Upstream;
let received: Upstream['received'];

/** Starts nginx in front of a server that only says what it gets. */
async function front(given: Partial<NginxOptions> = {}) {
  const nginx = await startSiteNginx({ servers: [upstream.url], ...given });
  ends.push(nginx.stop);
  return nginx;
}

beforeAll(async () => {
  upstream = await startUpstream(byPath);
  ({ received } = upstream);
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await upstream.stop();
});

beforeEach(() => void received.splice(0));

const describeWithNginx = hasNginx() ? describe : describe.skip;

describeWithNginx('nginx', () => {
  test('forwards only the addresses of the sign-in to the services', async () => {
    const { url } = await front({ servers: ['http://127.0.0.1:1'], services: upstream.url });
    const target = '/desk/sign-in/a%2Fb?x=%20y';
    expect((await sendRequest(url, { path: target })).status).toBe(418);
    expect((await sendRequest(url, { path: '/counter' })).status).toBe(418);
    expect(await sendRequest(url, { path: '/countertop' })).toMatchObject({
      status: 503,
      text: 'This is not available at the moment.\n',
    });
    expect(received.map(({ path }) => path)).toEqual([target, '/counter']);
  });

  test('trusts only the named proxies about a visitor’s address', async () => {
    const headers = { 'x-forwarded-for': '6.6.6.6, 192.0.2.7' };
    const trusting = await front({ trustedProxies: ['127.0.0.0/8'] });
    for (const { url } of [trusting, await front()])
      await sendRequest(url, { path: '/x', headers });
    const told = received.map((request) => request.headers['x-forwarded-for']);
    expect(told).toEqual(['192.0.2.7', '127.0.0.1']);
  });

  test('writes no query to its log', async () => {
    const { url, log } = await front();
    await sendRequest(url, { path: '/oauth2/authorization/keycloak?code=secret' });
    expect(await log()).toContain('"GET /oauth2/authorization/keycloak" 418');
    expect(await log()).not.toContain('secret');
  });

  test('forwards unknown addresses unchanged and once', async () => {
    const { url } = await front();
    const paths = ['/', '/a%2Fb/../c?d=%20e', '/:page', '/:live', '/:file/assets/a.js', '/assets/'];
    for (const path of paths)
      expect([path, (await sendRequest(url, { path })).status]).toEqual([path, 418]);
    expect((await sendRequest(url, { path: '/%00' })).status).toBe(418);
    expect(received.map(({ path }) => path)).toEqual([...paths, '/:malformed']);
  });

  test('gives a page the same ETag as the server, even after two changes within a second', async () => {
    const site = aFolderSite();
    await chmod(site.root, 0o711);
    await site.publishAll();
    const { url, close } = await startSiteServer(followFolder(site.folder));
    ends.push(close);
    const { url: origin } = await front({ folder: site.folder, servers: [url] });
    const open = (from: string, coding: string, known = '"none"') =>
      sendRequest(from, {
        path: '/',
        headers: { 'accept-encoding': coding, 'if-none-match': known },
      });
    const first = new Map<string, string>();
    for (const coding of ['br', 'gzip', 'identity']) {
      const { headers, text } = await open(origin, coding);
      expect(headers.etag).toBe((await open(url, coding)).headers.etag);
      expect((await open(origin, coding, headers.etag)).status).toBe(304);
      expect((await open(origin, coding, headers.etag)).headers.etag).toBe(headers.etag);
      first.set(headers.etag ?? '', text);
    }
    expect(first.size).toBe(3);
    // The other deployment has pages of the same length, and all of this takes less than a second.
    site.sources.set('pricing', 'v2');
    await site.publish('pricing', 'v2');
    const [tag = ''] = first.keys();
    const between = await open(origin, 'br', tag);
    expect(between.status).toBe(200);
    expect(between.text).toHaveLength(first.get(tag)?.length ?? 0);
    expect(between.text).not.toBe(first.get(tag));
    await site.runCommandLine('rollback', 'pricing');
    expect((await open(origin, 'br', between.headers.etag)).status).toBe(200);
    expect((await open(origin, 'br', tag)).status).toBe(304);
  });

  test('refuses requests that are too large, as the server does', async () => {
    const empty = { readSiteFile: async () => null, getsCanary: () => false };
    const { url, close } = await startSiteServer(empty);
    ends.push(close);
    const { url: origin } = await front({ servers: [url] });
    const headers = { accept: 'text/html' };
    const many = { ...headers, cookie: `a=${'b'.repeat(17_000)}` };
    const few = { ...headers, cookie: `a=${'b'.repeat(12_000)}` };
    for (const from of [url, origin]) {
      const address = await sendRequest(from, { path: `/${'a'.repeat(17_000)}`, headers });
      expect([address.status, address.text]).toEqual([414, expect.stringContaining('too long')]);
      const cookies = await sendRequest(from, { path: '/', headers: many });
      expect([cookies.status, cookies.text]).toEqual([431, expect.stringContaining('cookies')]);
      expect((await sendRequest(from, { path: '/no.txt', headers: few })).status).toBe(404);
      const body = await sendRequest(from, { path: '/', method: 'PURGE' });
      expect(body).toMatchObject({
        status: 405,
        text: '{"reason":"Only GET and HEAD are allowed here."}',
        headers: { allow: 'GET, HEAD', 'x-content-type-options': 'nosniff' },
      });
    }
  });
});
