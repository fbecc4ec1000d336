import Fastify, { type FastifyInstance } from 'fastify';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { createAccountPath, xsrfTokenPath } from '@shopwright/shared/contracts/sign-up';
import * as v from 'valibot';
import { noLimits } from '../testing/start-test-services';
import { ada, callHeaders } from '../testing/visitor';
import { closeDatabase, type Database } from '@composed/http/database/open';
import { openServicesDatabase } from '../database';
import type { Limits } from '@composed/http/calls/rate-limit';
import { serverOptions } from '@composed/http/calls/server-options';
import { openAccounts } from './accounts';
import { createPasswordHasher } from './passwords';
import { accountsRoute } from './route';

let fastify: FastifyInstance;
let database: Database;

/** Handles the create call in this process, with a cheap hash and without a connection. */
async function accountsServer(limits: Partial<Limits> = {}) {
  const opened = openServicesDatabase(temporaryFolder());
  const server = Fastify(serverOptions);
  server.addHook('onClose', async () => closeDatabase(opened));
  await server.register(accountsRoute, {
    accounts: openAccounts(opened, createPasswordHasher({ log2N: 4, r: 8, p: 1 })),
    limits: { ...noLimits, ...limits },
    secure: false,
  });
  return { fastify: server, database: opened };
}

beforeAll(async () => {
  ({ fastify, database } = await accountsServer());
});

afterAll(async () => {
  await fastify.close();
});

const refusal = v.object({ reason: v.string() });

const post = (payload: string, extra: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  fastify.inject({
    method: 'POST',
    url: createAccountPath,
    remoteAddress,
    headers: { ...callHeaders, ...extra },
    payload,
  });
const create = (user: object, from?: string) => post(JSON.stringify({ user }), {}, from);
const count = () => database.prepare('SELECT id FROM account').all().length;

async function expectRefusal(response: Promise<{ statusCode: number; json: () => unknown }>) {
  const before = count();
  const { statusCode, json } = await response;
  expect(v.parse(refusal, json()).reason).toMatch(/\w.*\.$/);
  expect(count()).toBe(before);
  return statusCode;
}

test('an account is created once, in whatever letter case its address is sent', async () => {
  expect((await create(ada)).statusCode).toBe(201);
  expect(await expectRefusal(create(ada))).toBe(409);
  expect(await expectRefusal(create({ ...ada, emailAddress: 'ADA@Example.com' }))).toBe(409);
});

test('the password is stored as a hash and nowhere else', async () => {
  const user = { ...ada, emailAddress: 'hash@example.com' };
  await create({ ...user, password: 'Pa55-phrase', repeatPassword: 'Pa55-phrase' });
  const rows = JSON.stringify(database.prepare('SELECT * FROM account').all());
  expect(rows).toContain('hash@example.com');
  expect(rows).not.toContain('Pa55-phrase');
});

test('50 creations of one address at once make exactly one account', async () => {
  const user = { ...ada, emailAddress: 'race@example.com' };
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => create(user, `192.0.2.${n}`)),
  );
  const statuses = responses.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
});

test.each([
  ['no token at all', { cookie: '', 'x-xsrf-token': '' }],
  ['no header', { 'x-xsrf-token': '' }],
  ['no cookie', { cookie: '' }],
  ['another token', { 'x-xsrf-token': 'other-token' }],
])('a request with %s is refused with 403', async (_name, extra) => {
  expect(await expectRefusal(post(JSON.stringify({ user: ada }), extra))).toBe(403);
});

test.each(['', '{', 'null', '{"user":{}}', '{"user":{"firstName":{"__proto__":"x"}}}'])(
  'the body %j is refused with a reason',
  async (payload) => {
    expect([400, 422]).toContain(await expectRefusal(post(payload)));
  },
);

test('a body that a form of another site could send is refused with 415', async () => {
  const response = post(JSON.stringify({ user: ada }), { 'content-type': 'text/plain' });
  expect(await expectRefusal(response)).toBe(415);
});

test('tries are limited by network, and by email address within a network', async () => {
  const limited = await accountsServer({ createForEmail: { tries: 2, minutes: 1 } });
  const attempt = async (emailAddress: string, remoteAddress: string) => {
    const payload = { user: { ...ada, emailAddress } };
    const sent = {
      method: 'POST',
      url: createAccountPath,
      remoteAddress,
      headers: callHeaders,
    } as const;
    const { statusCode, headers: answered } = await limited.fastify.inject({ ...sent, payload });
    expect(Number(answered['retry-after'] ?? 0) > 0).toBe(statusCode === 429);
    return statusCode;
  };
  expect(await attempt('one@example.com', '192.0.2.1')).toBe(201);
  expect(await attempt('ONE@example.com', '192.0.2.1')).toBe(409);
  expect(await attempt('one@example.com', '192.0.2.1')).toBe(429);
  // Visitors with other addresses are not affected.
  expect(await attempt('one@example.com', '192.0.2.2')).toBe(409);
  await limited.fastify.close();
});

test('a visitor without a cookie gets a token, which the create call accepts', async () => {
  const asked = await fastify.inject({ method: 'GET', url: xsrfTokenPath });
  expect([asked.statusCode, asked.body, asked.headers['cache-control']]).toEqual([
    204,
    '',
    'no-store',
  ]);
  const [{ name, value } = { name: '', value: '' }] = asked.cookies;
  const proof = { cookie: `${name}=${value}`, 'x-xsrf-token': value };
  expect(asked.headers['x-xsrf-token']).toBe(value);
  const user = { ...ada, emailAddress: 'plain-hosting@example.com' };
  expect((await post(JSON.stringify({ user }), proof)).statusCode).toBe(201);
});

test('XSRF cookies of other apps are neither needed nor replaced', async () => {
  const foreign = 'XSRF-TOKEN=of-another-app; XSRF-TOKEN=of-a-third';
  const asked = await fastify.inject({ url: xsrfTokenPath, headers: { cookie: foreign } });
  const [{ value, path } = { value: '', path: '' }] = asked.cookies;
  expect([value, path]).toEqual([asked.headers['x-xsrf-token'], createAccountPath]);
  const cookie = `XSRF-TOKEN=${value}; ${foreign}`;
  const user = { ...ada, emailAddress: 'guest@example.com' };
  const proof = { cookie, 'x-xsrf-token': value };
  expect((await post(JSON.stringify({ user }), proof)).statusCode).toBe(201);
});

test('no account is created for a page that has stopped waiting', async () => {
  const now = jest.spyOn(Date, 'now');
  const arrived = Date.now();
  // The first look is at the arrival; whatever comes later comes after half a minute of waiting.
  let looks = 0;
  now.mockImplementation(() => arrived + (looks++ < 1 ? 0 : 30_000));
  try {
    const user = { ...ada, emailAddress: 'too-late@example.com' };
    expect(await expectRefusal(create(user))).toBe(429);
  } finally {
    now.mockRestore();
  }
});
