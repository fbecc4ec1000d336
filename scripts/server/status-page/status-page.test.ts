import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { site } from '../site-plugin';
import { createStatusPage } from './status-page';

const token = 'a1_-'.repeat(8);
let folder: string;
let fastify: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'status-'));
  fastify = Fastify();
  const statusPage = createStatusPage(folder, token);
  await fastify.register(site, { siteDir: folder, transport: null, statusPage });
});

afterAll(async () => {
  await fastify.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1', url = '/_site') =>
  fastify.inject({ method: 'GET', url, remoteAddress, headers });

test('who is at the machine sees it, and nobody keeps it', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const { statusCode, headers } = await ask({}, address);
    expect(statusCode).toBe(200);
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
