import Fastify, { type FastifyInstance } from 'fastify';
import { signalsPath, type Signals } from 'shared/contracts/signals';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/services/temporary-folder';
import { closeDatabase, openDatabase, type Database } from '../database/open';
import { defaultLimits } from '../limits';
import { serverOptions } from '../server-options';
import { day, hour, isOf, readSignals, signalCounts } from './counts';
import { signalsRoute } from './route';

let fastify: FastifyInstance;
let database: Database;
let dataDir: string;
let canarySince: number;
let counts: ReturnType<typeof signalCounts>;

beforeEach(async () => {
  dataDir = temporaryFolder();
  database = openDatabase(dataDir);
  canarySince = 0;
  counts = signalCounts(database, () => canarySince);
  fastify = Fastify(serverOptions);
  await fastify.register(signalsRoute, { counts, limits: defaultLimits });
});

afterEach(async () => {
  await fastify.close();
  closeDatabase(database);
});

afterAll(removeTemporaryFolders);

const fault = { app: 'pricing', version: 'p1', expose: './PricingSection', stage: 'render' };
const visit: Signals = {
  releases: { host: 'h1', pricing: 'p1' },
  faults: [{ ...fault, cause: 'Error: no plans' }],
  hydrated: { page: 900, 'pricing/PricingSection': 1000 },
  complete: true,
  lcp: 1000,
  cls: 0,
};

const send = (body: unknown, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
  fastify.inject({
    method: 'POST',
    url: signalsPath,
    remoteAddress,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Measure → count, of all that was stored since. */
function stored(since = 0) {
  const rows = readSignals(dataDir, since);
  return Object.fromEntries(
    rows.map(({ measure, value, count }) => [`${measure} ${value}`, count]),
  );
}

test('a visit is counted by its releases, and nothing but counts is kept', async () => {
  const answers = await Promise.all(['1', '2'].map((host) => send(visit, `192.0.2.${host}`)));
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [204, ''],
    [204, ''],
  ]);
  await counts.flush();
  const kept = JSON.stringify({ ...fault, cause: 'Error: no plans' });
  expect(stored()).toEqual({
    [`fault ${kept}`]: 2,
    'visits ': 2,
    'faulty ': 2,
    'hydrated 1052': 2,
    'lcp 1052': 2,
    'cls 1': 2,
  });
  const [row] = readSignals(dataDir, 0);
  expect(row && isOf(row, { host: 'h1', pricing: 'p1', unseen: 'u1' })).toBe(true);
  expect(row && isOf(row, { host: 'h1', pricing: 'p2' })).toBe(false);
});

test.each([
  ['a field too many', { ...visit, email: 'ada@example.com' }, 422],
  ['no releases', { ...visit, releases: {} }, 422],
  ['a cause of several lines', { ...visit, faults: [{ ...fault, cause: 'a\nb' }] }, 422],
  ['too many faults', { ...visit, faults: Array(5).fill(visit.faults[0]) }, 422],
  ['text', 'lcp=1', 400],
  ['more than 4 KB', ' '.repeat(4097), 413],
])('%s is refused', async (_name, body, status) => {
  expect((await send(body)).statusCode).toBe(status);
  await counts.flush();
  expect(stored()).toEqual({});
});

test('another site cannot make its visitors send signals', async () => {
  const { statusCode } = await send(visit, '192.0.2.1', { 'sec-fetch-site': 'cross-site' });
  expect(statusCode).toBe(403);
});

test.each([
  ['an address', () => '192.0.2.1'],
  ['a customer’s 65,536 networks', (index: number) => `2001:db8:1:${index.toString(16)}::1`],
])('of a flood from %s two visits decide', async (_name, address) => {
  const answers: number[] = [];
  for (let index = 0; index < 300; index += 1) {
    answers.push((await send(visit, address(index))).statusCode);
  }
  expect(new Set(answers)).toEqual(new Set([204, 429]));
  await counts.flush();
  expect(stored()).toMatchObject({ 'visits ': 2, 'faulty ': 2 });
});

test('what came before the canary began is counted apart, and after 30 days it is forgotten', async () => {
  const noon = 1_000_000 * hour;
  const countAt = async (now: number) => {
    counts.count(visit, true);
    await counts.flush(now);
  };
  await countAt(noon + 10);
  canarySince = noon + 20;
  await countAt(noon + 30);
  expect(stored(canarySince)).toMatchObject({ 'visits ': 1 });
  expect(stored()).toMatchObject({ 'visits ': 2 });
  canarySince = 0;
  await countAt(noon + 30 * day + hour);
  expect(stored()).toMatchObject({ 'visits ': 1 });
});

test('invented faults fill no disk', async () => {
  for (let index = 0; index < 12_000; index += 1) {
    counts.count({ ...visit, faults: [{ ...fault, cause: String(index) }] }, false);
  }
  await counts.flush();
  counts.count({ ...visit, faults: [{ ...fault, cause: 'one more' }] }, false);
  await counts.flush();
  expect(readSignals(dataDir, 0)).toHaveLength(10_000);
});
