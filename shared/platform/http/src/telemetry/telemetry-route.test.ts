import Fastify, { type FastifyInstance } from 'fastify';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { telemetryPath, type Telemetry } from '@composed/contracts/telemetry';
import { closeDatabase, openDatabase, type Database } from '../database/open';
import { signVisitorBucket } from '../cookies/visitor-bucket';
import { defaultLimits, allocationOf } from '../calls/rate-limit';
import { serverOptions } from '../calls/server-options';
import { day, hour, slowPress, createTelemetryCounts } from './count-visits';
import { belongsToReleases, readTelemetry } from './read-counts';
import { telemetryRoute } from './telemetry-route';
import type { ShownReleases } from './shown-releases';

let fastify: FastifyInstance;
let database: Database;
let dataDir: string;
let shownReleases: ShownReleases | null;
let counts: ReturnType<typeof createTelemetryCounts>;

beforeEach(async () => {
  dataDir = temporaryFolder();
  database = openDatabase(dataDir);
  shownReleases = { since: 0, live, canary: null };
  counts = createTelemetryCounts(database);
  fastify = Fastify(serverOptions);
  await fastify.register(telemetryRoute, {
    counts,
    limits: defaultLimits,
    getShownReleases: () => shownReleases,
  });
});

afterEach(async () => {
  await fastify.close();
  closeDatabase(database);
});

const fault = { app: 'pricing', version: 'p1', expose: './PricingSection', stage: 'render' };
const live = { host: 'h1', pricing: 'p1', unseen: 'u1' };
const next = { ...live, pricing: 'p2' };
const secret = 'made by the judge';
const visit: Telemetry = {
  releases: { host: 'h1', pricing: 'p1' },
  faults: [{ ...fault, cause: 'Error: no plans' }],
  age: 0,
  complete: true,
  lcp: 1000,
  cls: 0,
  slow: 'pricing',
};

const noPlans = JSON.stringify(visit.faults[0]);
/** The visit with four faults that nobody else has. */
const withInvented = (index: number) => ({
  ...visit,
  faults: [0, 1, 2, 3].map((n) => ({ ...fault, cause: `Error: ${index} ${n}` })),
});

const send = (body: unknown, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
  fastify.inject({
    method: 'POST',
    url: telemetryPath,
    remoteAddress,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Measure → count, of all that was stored since. */
function stored(since = 0) {
  const rows = readTelemetry(dataDir, since);
  return Object.fromEntries(
    rows.map(({ measure, value, count }) => [`${measure} ${value}`, count]),
  );
}

const faultsOf = (since = 0) =>
  readTelemetry(dataDir, since).filter(({ measure }) => measure === 'fault');

test('a visit is counted by its releases, and only counts are stored', async () => {
  const responses = await Promise.all(['1', '2'].map((host) => send(visit, `192.0.2.${host}`)));
  expect(responses.map(({ statusCode, body }) => `${statusCode}${body}`)).toEqual(['204', '204']);
  // A slow press of an app that the page does not show.
  await send({ ...visit, slow: 'toString', faults: [] }, '198.51.100.1');
  await counts.flush();
  expect(stored()).toEqual({
    [`fault ${noPlans}`]: 2,
    'visits ': 3,
    'faulty ': 2,
    'lcp 1052': 3,
    [`slow ${JSON.stringify({ ...fault, ...slowPress })}`]: 2,
  });
  const [row] = readTelemetry(dataDir, 0);
  expect(row && belongsToReleases(row, { host: 'h1', pricing: 'p1', unseen: 'u1' })).toBe(true);
  expect(row && belongsToReleases(row, { host: 'h1', pricing: 'p2' })).toBe(false);
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

test('another site cannot make its visitors send telemetry', async () => {
  const { statusCode } = await send(visit, '192.0.2.1', { 'sec-fetch-site': 'cross-site' });
  expect(statusCode).toBe(403);
});

test.each([
  ['an address', () => '192.0.2.1'],
  ['a customer’s 65,536 networks', (index: number) => `2001:db8:1:${index.toString(16)}::1`],
])('of a flood from %s only one visit decides', async (_name, address) => {
  const responses: number[] = [];
  for (let index = 0; index < 300; index += 1) {
    responses.push((await send(visit, address(index))).statusCode);
  }
  expect(new Set(responses)).toEqual(new Set([204, 429]));
  await counts.flush();
  expect(stored()).toMatchObject({ 'visits ': 1, 'faulty ': 1 });
});

test('without telemetry the path does not exist, and nothing is stored', async () => {
  shownReleases = null;
  const { statusCode, headers } = await send(visit);
  expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD']);
  await counts.flush();
  expect(stored()).toEqual({});
});

test('releases that visitors do not get are not counted, nor modules that a release does not have', async () => {
  await send({ ...visit, releases: { host: 'h1', pricing: 'p0' } });
  await send({ ...visit, releases: { host: 'h1', attic: 'a1' } }, '192.0.2.2');
  await counts.flush();
  expect(stored()).toEqual({});
  await send({ ...visit, faults: [{ ...fault, version: 'p0', cause: 'Error: a lie' }] });
  await counts.flush();
  expect(Object.keys(stored()).join()).not.toContain('a lie');
});

describe('while a canary runs', () => {
  const canary = { releases: next, share: 20, secret };
  const cookie = (visitorBucket: string, address: string, ago = 5000) => {
    const signature = { secret, allocation: allocationOf(address) };
    return { cookie: `bucket=${signVisitorBucket(visitorBucket, signature, Date.now() - ago)}` };
  };
  const of = (pricing: string): Telemetry => ({
    releases: { host: 'h1', pricing },
    faults: [],
    complete: true,
    age: 4000,
  });
  const visits = () =>
    readTelemetry(dataDir, 0)
      .filter(({ measure }) => measure === 'visits')
      .map(({ releases, count }) => [/pricing=(\S+)/.exec(releases)?.[1], count]);

  beforeEach(() => void (shownReleases = { since: 0, live, canary }));

  test('only visitors with a bucket decide, each for their own variant', async () => {
    await send(of('p2'), '192.0.2.1', cookie('07', '192.0.2.1'));
    await send(of('p1'), '192.0.2.2', cookie('70', '192.0.2.2'));
    await counts.flush();
    expect(visits().sort()).toEqual([
      ['p1', 1],
      ['p2', 1],
    ]);
  });

  test.each([
    ['without a bucket', '192.0.2.1', () => ({})],
    ['with a bucket that nobody signed', '192.0.2.1', () => ({ cookie: 'bucket=07' })],
    ['of the other variant', '192.0.2.1', () => cookie('70', '192.0.2.1')],
    ['with the bucket of another network', '192.0.2.2', () => cookie('07', '192.0.2.1')],
    ['of a page that is older than its bucket', '192.0.2.1', () => cookie('07', '192.0.2.1', 0)],
    ['of a bucket from long ago', '192.0.2.1', () => cookie('07', '192.0.2.1', 3_700_000)],
  ])('a visit %s decides nothing', async (_name, address, headers) => {
    // The visit is new, and its age is 4 s.
    await send(of('p2'), address, headers());
    await counts.flush();
    expect(visits()).toEqual([]);
  });
});

test('a flood of faults from 600 networks does not hide other visits', async () => {
  // Networks, 3 × 200 of them, report new faults each.
  for (let index = 0; index < 600; index += 1) {
    const address = `2001:db8:${index % 3}:${index.toString(16)}::1`;
    await send(withInvented(index), address);
  }
  await counts.flush();
  // Everybody else counts as before, with their faults.
  for (let index = 0; index < 20; index += 1) await send(visit, `192.0.2.${index}`);
  await counts.flush();
  expect(stored()).toMatchObject({
    'visits ': 23,
    [`fault ${noPlans}`]: 20,
  });
});

test('invented faults of 25 networks do not hide a fault that every visitor has', async () => {
  for (let index = 0; index < 25; index += 1) {
    await send(withInvented(index), `198.51.100.${index}`);
  }
  await counts.flush();
  for (let index = 0; index < 3; index += 1) await send(visit, `192.0.2.${index}`);
  await counts.flush();
  const faults = faultsOf();
  expect(faults).toHaveLength(100);
  expect(faults[0]).toMatchObject({ count: 3, value: noPlans });
  // A new lie replaces another that one visit told.
  await send({ ...visit, faults: [{ ...fault, cause: 'Error: new' }] }, '203.0.113.1');
  await counts.flush();
  expect(stored()).toMatchObject({ [`fault ${noPlans}`]: 3 });
});

/** A visit that decides. */
const counting = { releases: live, since: 0, decides: true };

test('visits before the canary are counted separately, and deleted after 30 days', async () => {
  const noon = 1_000_000 * hour;
  const countAt = async (now: number, since: number) => {
    counts.count(visit, { ...counting, since }, now);
    await counts.flush(now);
  };
  await countAt(noon + 10, 0);
  await countAt(noon + 30, noon + 20);
  expect(stored(noon + 20)).toMatchObject({ 'visits ': 1 });
  expect(stored()).toMatchObject({ 'visits ': 2 });
  await countAt(noon + 30 * day + hour, 0);
  expect(stored()).toMatchObject({ 'visits ': 1 });
});

test('at most a hundred invented faults an hour are stored, and the number of rows is limited', async () => {
  const small = createTelemetryCounts(database, 250);
  for (const at of [1, 2, 3, 4]) {
    for (let index = 0; index < 500; index += 1)
      small.count(withInvented(index), counting, at * hour);
    await small.flush(at * hour);
  }
  expect(faultsOf(4 * hour)).toHaveLength(100);
  expect(readTelemetry(dataDir, 4 * hour)).toContainEqual(
    expect.objectContaining({ measure: 'visits', count: 500 }),
  );
  expect(database.prepare('SELECT 1 FROM visit_count').all().length).toBeLessThanOrEqual(250);
});
