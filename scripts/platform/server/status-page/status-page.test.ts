import Fastify, { type FastifyInstance } from 'fastify';
import { temporaryFolder } from '@composed/tooling/testing/temporary-folder';
import { FolderStore } from '../../release/stores/folder-store';
import { sourceOf } from '../../http/headers';
import { aFolderSite } from '../../../tests/helpers/release/a-folder';
import { fakeScript } from '../../../tests/helpers/release/fake-release';
import { followFolder } from '../site-files';
import { site } from '../site-plugin';
import { layout } from '../../../services/page/layout';
import { createStatusPage } from './status-page';

const token = 'a1_-'.repeat(8);
let folder: string;
let fastify: FastifyInstance;

beforeAll(async () => {
  folder = temporaryFolder();
  fastify = Fastify();
  const statusPage = createStatusPage({
    store: new FolderStore(folder),
    layout,
    dataDir: folder,
    token,
  });
  const files = followFolder(folder);
  await fastify.register(site, { files, transport: null, statusPage });
});

afterAll(async () => {
  await fastify.close();
});

const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1', url = '/_site') =>
  fastify.inject({ method: 'GET', url, remoteAddress, headers });

test('who is at the machine sees it, and nobody keeps it', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const { statusCode, headers, body } = await ask({}, address);
    expect(statusCode).toBe(200);
    const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(`style-src ${sourceOf(style)};`);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  }
});

test.each([
  ['from elsewhere', {}, '192.0.2.1', '/_site'],
  ['through a proxy', { 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1', '/_site'],
  ['through a tunnel under a public name', { host: 'shop.example.com' }, '127.0.0.1', '/_site'],
  ['with another token', { authorization: `Bearer ${'b'.repeat(32)}` }, '192.0.2.1', '/_site'],
  ['with the token in the address', {}, '192.0.2.1', `/_site?token=${token}`],
])('it is not there for who comes %s', async (_name, headers, address, url) => {
  expect((await ask(headers, address, url)).statusCode).toBe(404);
});

test('the operator’s token opens it from elsewhere, in a header or a cookie', async () => {
  const bearer = await ask({ authorization: `Bearer ${token}` }, '192.0.2.1');
  const cookie = await ask({ cookie: `a=1; status_token=${token}` }, '192.0.2.1');
  expect([bearer.statusCode, cookie.statusCode]).toEqual([200, 200]);
});

test('it is made once for each revision of the store; the lines of faults are for the same people', async () => {
  const store = aFolderSite({ environment: { siteUrl: null, data: {} } });
  const server = Fastify();
  const statusPage = createStatusPage({
    store: store.tool.store,
    layout,
    dataDir: store.root,
    token: null,
  });
  const files = followFolder(store.folder);
  await server.register(site, { files, transport: null, statusPage });
  // Asking the store for the sizes of all that is live is what costs.
  const sizesOf = jest.spyOn(FolderStore.prototype, 'sizesOf');
  // The page shows ages, so it is made anew each minute.
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T12:00:00Z'));
  try {
    await store.publishAll();
    const ask = async () => (await server.inject({ method: 'GET', url: '/_site' })).body;
    sizesOf.mockClear();
    const first = await ask();
    expect(sizesOf).toHaveBeenCalledTimes(1);
    for (let time = 0; time < 10; time += 1) expect(await ask()).toBe(first);
    expect(sizesOf).toHaveBeenCalledTimes(1);
    await store.publish('pricing', 'v2');
    expect(await ask()).not.toBe(first);
    const lineOf = (headers: Record<string, string>, frame = `pricing/${fakeScript('v1')}:3:9`) =>
      server.inject({ method: 'GET', url: `/_site/line?at=x&at=${frame}`, headers });
    const { body, headers } = await lineOf({});
    expect(body).toBe('remote-pricing/src/main.ts:3\nsay(3);');
    expect(headers['cache-control']).toBe('no-store');
    expect((await lineOf({ 'x-forwarded-for': '192.0.2.1' })).body).not.toContain('say(');
    expect((await lineOf({}, `pricing/${fakeScript('v9')}:3:9`)).statusCode).toBe(404);
  } finally {
    await server.close();
  }
});

test('where the site has a public address, who seems to be at the machine needs the token too', async () => {
  const store = aFolderSite({
    environment: { siteUrl: 'https://shop.test', data: {} },
  });
  await store.publishAll();
  const statusPage = createStatusPage({
    store: store.tool.store,
    layout,
    dataDir: store.root,
    token,
  });
  const server = Fastify();
  await server.register(site, { files: followFolder(store.folder), transport: null, statusPage });
  const open = (headers: Record<string, string>) =>
    server.inject({ method: 'GET', url: '/_site', headers });
  // As a plain `proxy_pass` sends it.
  expect((await open({ host: '127.0.0.1:8080' })).statusCode).toBe(404);
  expect((await open({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
  await server.close();
});
