import { readdirSync } from 'node:fs';
import Fastify from 'fastify';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { parsePlanTables, tablesPath } from '@shopwright/shared/contracts/plans';
import { openServicesDatabase } from '../database';
import { preparePlansQuery, readEmbeddedPlans } from './plans';
import { plansRoute } from './route';

const folder = temporaryFolder();
const database = openServicesDatabase(folder);
const response = preparePlansQuery(database)();
const tables = parsePlanTables(response);

afterAll(() => {
  database.close();
});

test('the pricing section can read every plan of the response', () => {
  expect(tables?.free).toMatchObject({ name: 'Free', price: 0 });
  for (const period of ['MONTH', 'YEAR'] as const) {
    expect(tables?.periods[period]?.map(({ name }) => name)).toEqual([
      'Starter',
      'Pro',
      'Business',
    ]);
  }
  expect(JSON.stringify(response).match(/"subscriptionPlan"/g)).toHaveLength(7);
});

test('a month keeps its price, and a year costs less than twelve months', () => {
  for (const { price, previousPrice } of tables?.periods.MONTH ?? []) {
    expect(previousPrice).toBe(price);
  }
  tables?.periods.YEAR?.forEach(({ price, previousPrice }, index) => {
    expect(previousPrice).toBe(12 * (tables.periods.MONTH?.[index]?.price ?? 0));
    expect(price).toBeLessThan(previousPrice);
  });
});

test('a price that JSON cannot represent exactly is refused; the largest exact one is sent', () => {
  const priced = openServicesDatabase(null);
  const change = priced.prepare("UPDATE plan SET price = ? WHERE name = 'Pro' AND period = 'YEAR'");
  expect(() => change.run(2n ** 53n)).toThrow('A price is at most 9007199254740991 cents.');
  change.run(2n ** 53n - 1n);
  const read = parsePlanTables(preparePlansQuery(priced)());
  expect(read?.periods.YEAR?.map(({ price }) => price)).toContain(Number.MAX_SAFE_INTEGER);
  priced.close();
});

test('a site without a database shows the prices of a new database', () => {
  expect(readEmbeddedPlans(null)).toEqual(response);
  const empty = temporaryFolder();
  expect(readEmbeddedPlans(empty)).toBeNull();
  expect(readdirSync(empty)).toEqual([]);
});

test('prices are sent once, until they change', async () => {
  const fastify = Fastify();
  await fastify.register(plansRoute, { read: preparePlansQuery(database) });
  const first = await fastify.inject(tablesPath);
  expect(first.json()).toEqual(response);
  const ask = () =>
    fastify.inject({ url: tablesPath, headers: { 'if-none-match': String(first.headers.etag) } });
  expect(await ask()).toMatchObject({ statusCode: 304, body: '' });
  database.prepare("UPDATE plan SET price = 2000 WHERE name = 'Pro' AND period = 'YEAR'").run();
  expect((await ask()).statusCode).toBe(200);
});
