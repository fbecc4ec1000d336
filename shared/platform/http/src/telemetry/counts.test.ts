import { temporaryFolder } from '@composed/build/testing/temporary-folder';
import type { Telemetry } from '@composed/contracts/telemetry';
import { closeDatabase, openDatabase, type Database } from '../database/open';
import { day, hour, readTelemetry, telemetryCounts } from './counts';

let database: Database;
let dataDir: string;
let counts: ReturnType<typeof telemetryCounts>;

beforeEach(() => {
  dataDir = temporaryFolder();
  database = openDatabase(dataDir);
  counts = telemetryCounts(database);
});

afterEach(() => closeDatabase(database));

const fault = { app: 'pricing', version: 'p1', expose: './PricingSection', stage: 'render' };
const live = { host: 'h1', pricing: 'p1' };
const visit: Telemetry = {
  ...{ releases: live, faults: [{ ...fault, cause: 'Error: no plans' }], hydrated: {} },
  ...{ age: 0, complete: true, lcp: 1000 },
};

function stored(since = 0) {
  const rows = readTelemetry(dataDir, since);
  return Object.fromEntries(
    rows.map(({ measure, value, count }) => [`${measure} ${value}`, count]),
  );
}

const counting = {
  ...{ releases: live, since: 0, decides: true, network: '192.0.2.1/32' },
  mayBring: () => true,
};

test('what came before the canary began is counted apart, and after 30 days it is forgotten', async () => {
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

test('of invented faults a hundred an hour are kept, whoever brings them, and all rows have a limit', async () => {
  const small = telemetryCounts(database, 250);
  for (const at of [1, 2, 3, 4]) {
    for (let index = 0; index < 500; index += 1) {
      const faults = [{ ...fault, cause: String(index) }];
      small.count({ ...visit, faults }, counting, at * hour);
    }
    await small.flush(at * hour);
  }
  const faults = readTelemetry(dataDir, 4 * hour).filter(({ measure }) => measure === 'fault');
  expect(faults).toHaveLength(100);
  expect(readTelemetry(dataDir, 4 * hour)).toContainEqual(
    expect.objectContaining({ measure: 'visits', count: 500 }),
  );
  const [{ count }] = database.prepare('SELECT count(*) AS count FROM signal').all() as [
    { count: number },
  ];
  expect(count).toBeLessThanOrEqual(250);
});
