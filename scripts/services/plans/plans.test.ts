import { readdirSync } from 'node:fs';
import { parsePlanTables } from 'shared/contracts/plans';
import { openDatabase } from '../database/open';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/services/temporary-folder';
import { planTables, readEmbeddedTables } from './plans';

const folder = temporaryFolder();
const database = openDatabase(folder);
const response = planTables(database)();

afterAll(() => {
  database.close();
  removeTemporaryFolders();
});

test('every plan of the answer is one that the pricing section can read', () => {
  const tables = parsePlanTables(JSON.parse(JSON.stringify(response)));
  expect(tables?.free).toMatchObject({ name: 'Free', price: 0 });
  for (const period of ['MONTH', 'YEAR'] as const) {
    expect(tables?.periods[period]?.map(({ name }) => name)).toEqual([
      'Starter',
      'Pro',
      'Business',
    ]);
    expect(tables?.periods[period]).toHaveLength(response.tables[period].options.length);
  }
});

test('a month costs what it did, a year less than twelve months', () => {
  for (const { cost, previousCost } of response.tables.MONTH.options) {
    expect(previousCost).toEqual(cost);
  }
  response.tables.YEAR.options.forEach(({ cost, previousCost }, index) => {
    const month = response.tables.MONTH.options[index]?.cost.price ?? 0;
    expect(previousCost.price).toBe(12 * month);
    expect(cost.price).toBeLessThan(previousCost.price);
  });
});

/** Those that the pricing section has labels for. */
const featureCodes = [
  ...['CUSTOM_DOMAIN', 'FREE_SUBDOMAIN', 'LIVE_CHAT', 'PRIORITY_SUPPORT'],
  ...['PRODUCTS_10', 'PRODUCTS_100', 'PRODUCTS_1000', 'PRODUCTS_UNLIMITED', 'REPORTS'],
  ...['SECURE_CHECKOUT', 'SSL', 'STAFF_1', 'STAFF_5', 'STAFF_UNLIMITED'],
];

test('every feature code is one of the list, and every one of the list is used', () => {
  const { MONTH, YEAR } = response.tables;
  const options = [
    ...MONTH.options,
    ...YEAR.options,
    ...(response.freeOption ? [response.freeOption] : []),
  ];
  const used = new Set(options.flatMap(({ feature }) => feature.features.map(({ code }) => code)));
  expect([...used].sort()).toEqual(featureCodes);
});

test('a site without a database shows what a new one would be seeded with', () => {
  expect(readEmbeddedTables(null)).toEqual(response);
  const empty = temporaryFolder();
  expect(readEmbeddedTables(empty)).toBeNull();
  expect(readdirSync(empty)).toEqual([]);
});

test('a price that is changed in the database is in the next answer', () => {
  database.prepare("UPDATE plan SET price = 1000 WHERE name = 'Pro' AND period = 'MONTH'").run();
  const changed = planTables(database)().tables.MONTH.options.find(
    ({ subscriptionPlan }) => subscriptionPlan === 'Pro',
  );
  expect(changed?.cost.price).toBe(1000);
  expect(readEmbeddedTables(folder)).toEqual(planTables(database)());
});
