import Fastify from 'fastify';
import { FolderStore } from '@composed/release/store/folder-store';
import { hashOfInline } from '@composed/http/pages/send-page';
import { aFolderSite } from '@composed/testing/release/folder-site';
import { fakeScript } from '@composed/testing/release/fake-release';
import { followFolder } from '../serve/site-files';
import { sitePlugin } from '../serve/site-plugin';
import { testServices } from '@composed/testing/server/back-end';
import { createStatusPage } from './status-page';

const token = 'a1_-'.repeat(8);

/** Serves a site of that public address, and asks it for its status page. */
async function open(siteUrl: string | null = null) {
  const site = aFolderSite({ environmentSettings: { siteUrl, data: {} } });
  const statusPage = createStatusPage({
    store: site.tool.store,
    layout: testServices.layout,
    dataDir: site.root,
    token,
    unavailableSince: () => null,
    problem: () => null,
    isPublic: false,
  });
  const fastify = Fastify();
  const files = followFolder(site.folder);
  await fastify.register(sitePlugin, { files, hstsScope: null, statusPage });
  const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1', url = '/_site') =>
    fastify.inject({ method: 'GET', url, remoteAddress, headers });
  return { site, ask };
}

test('visitors on this machine see it, and nothing caches it', async () => {
  const { ask } = await open();
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const { statusCode, headers, body } = await ask({}, address);
    expect(statusCode).toBe(200);
    const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(`style-src ${hashOfInline(style)};`);
    expect(headers).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'x-robots-tag': 'noindex',
    });
  }
});

test.each([
  ['from elsewhere', {}, '192.0.2.1', '/_site'],
  ['through a proxy', { 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1', '/_site'],
  ['through a tunnel under a public name', { host: 'shop.example.com' }, '127.0.0.1', '/_site'],
  ['with another token', { authorization: `Bearer ${'b'.repeat(32)}` }, '192.0.2.1', '/_site'],
  ['with the token in the address', {}, '192.0.2.1', `/_site?token=${token}`],
])('it is a 404 for a visitor %s', async (_name, headers, address, url) => {
  const { ask } = await open();
  expect((await ask(headers, address, url)).statusCode).toBe(404);
});

test('the operator’s token opens it from other machines, in a header or a cookie', async () => {
  const { ask } = await open();
  const bearer = await ask({ authorization: `Bearer ${token}` }, '192.0.2.1');
  const cookie = await ask({ cookie: `a=1; status_token=${token}` }, '192.0.2.1');
  expect([bearer.statusCode, cookie.statusCode]).toEqual([200, 200]);
});

test('it is rendered once for each revision, and fault lines need the same access', async () => {
  const { site, ask } = await open();
  // The expensive call is that for the sizes of all live files.
  const sizesOf = jest.spyOn(FolderStore.prototype, 'sizesOf');
  // The page shows ages, so it is made anew each minute.
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T12:00:00Z'));
  await site.publishAll();
  sizesOf.mockClear();
  const first = (await ask()).body;
  for (let time = 0; time < 10; time += 1) expect((await ask()).body).toBe(first);
  expect(sizesOf).toHaveBeenCalledTimes(1);
  await site.publish('pricing', 'v2');
  expect((await ask()).body).not.toBe(first);
  const lineOf = (headers: Record<string, string>, release = 'v1') => {
    const frame = `pricing/${fakeScript(release)}:3:9`;
    return ask(headers, '127.0.0.1', `/_site/line?at=x&at=${frame}`);
  };
  const { body, headers } = await lineOf({});
  expect(body).toBe('remote-pricing/src/main.ts:3\nsay(3);');
  expect(headers['cache-control']).toBe('no-store');
  expect((await lineOf({ 'x-forwarded-for': '192.0.2.1' })).body).not.toContain('say(');
  expect((await lineOf({}, 'v9')).statusCode).toBe(404);
});

test('with a public address, visitors on this machine need the token too', async () => {
  const { site, ask } = await open('https://shop.test');
  await site.publishAll();
  // The request of a plain `proxy_pass`.
  expect((await ask({ host: '127.0.0.1:8080' })).statusCode).toBe(404);
  expect((await ask({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
});
