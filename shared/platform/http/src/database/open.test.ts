import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '@composed/build/testing/temporary-folder';
import { startTestServices } from '@shopwright/services/testing/services';
import { ada, createAccount } from '@shopwright/services/testing/visitor';
import {
  closeDatabase,
  databaseFileName,
  DatabaseError,
  migrations,
  openDatabase,
  readDatabase,
  schemaVersion,
  write,
} from './open';

const fileIn = (folder: string) => path.join(folder, databaseFileName);

function refusal(dataDir: string): string {
  try {
    closeDatabase(openDatabase(dataDir));
  } catch (error) {
    if (error instanceof DatabaseError) return error.message;
    throw error;
  }
  throw new Error('The database was opened.');
}

test('a missing folder is made, for this user only', () => {
  const folder = path.join(temporaryFolder(), 'a', 'b');
  closeDatabase(openDatabase(folder));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600);
});

test('a lock of another process stops nothing but the writes, which wait for it', async () => {
  const folder = temporaryFolder();
  const database = openDatabase(folder);
  const other = openDatabase(folder);
  other.exec('BEGIN EXCLUSIVE');
  const insert = database.prepare("INSERT INTO secret (name, value) VALUES ('a', 'b')");
  let written = false;
  const writing = write(() => insert.run()).then(() => (written = true));
  expect(database.prepare('SELECT * FROM plan').all().length).toBeGreaterThan(0);
  await wait(100);
  expect(written).toBe(false);
  other.exec('COMMIT');
  await writing;
  const find = database.prepare("SELECT value FROM secret WHERE name = 'a'");
  expect(find.get()).toMatchObject({ value: 'b' });
  closeDatabase(other);
  closeDatabase(database);
});

test('who only reads makes, changes and migrates nothing', () => {
  const folder = temporaryFolder();
  expect(readDatabase(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  const database = openDatabase(folder);
  database.pragma('user_version = 0');
  const reader = readDatabase(folder);
  expect(reader?.prepare('SELECT * FROM plan').all().length).toBeGreaterThan(0);
  expect(() => reader?.exec('DELETE FROM plan')).toThrow();
  expect(database.pragma('user_version')).toEqual([{ user_version: 0 }]);
  reader?.close();
  database.close();
});

test.each([
  ['that is none', (bytes: Buffer) => bytes.fill('Not a database at all. ')],
  ['with a broken page', (bytes: Buffer) => bytes.fill(0xff, 4096, 3 * 4096)],
])('a database %s is left as it is, in one clear sentence', (_what, damage) => {
  const folder = temporaryFolder();
  closeDatabase(openDatabase(folder));
  const bytes = damage(readFileSync(fileIn(folder)));
  writeFileSync(fileIn(folder), bytes);
  const before = readdirSync(folder);
  expect(refusal(folder)).toMatch(
    /^The database .*site\.sqlite is damaged; nothing was changed: restore it .*\.$/,
  );
  expect(readFileSync(fileIn(folder))).toEqual(bytes);
  expect(readdirSync(folder)).toEqual(before);
});

test('a file in the place of the folder cannot be opened', () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, 'mine');
  expect(refusal(file)).toMatch(
    /^The database .* cannot be opened for writing \(EEXIST.*\); .*DATA_DIR.*\.$/,
  );
  expect(refusal(path.join(file, 'data'))).toContain('(ENOTDIR');
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a sign-in looks at the sessions that have ended alone', () => {
  const database = openDatabase(temporaryFolder());
  const plan = database.prepare('EXPLAIN QUERY PLAN DELETE FROM session WHERE expires_at <= 1');
  expect(JSON.stringify(plan.all())).toContain('SEARCH session USING');
  closeDatabase(database);
});

/** The migrations of a newer checkout. */
const newer = [...migrations, 'CREATE TABLE offer (name TEXT) STRICT'];

test('a database that an older server has open is migrated, and that server goes on', async () => {
  const dataDir = temporaryFolder();
  const older = await startTestServices(dataDir);
  expect((await createAccount(older.url, ada)).status).toBe(201);
  closeDatabase(openDatabase(dataDir, newer));
  const emailAddress = 'eve@example.com';
  expect((await createAccount(older.url, { ...ada, emailAddress })).status).toBe(201);
  await older.close();
  const database = openDatabase(dataDir, newer);
  expect(schemaVersion(database)).toBe(newer.length);
  expect(database.prepare('SELECT email_key FROM account').all()).toHaveLength(2);
  closeDatabase(database);
  await expect(startTestServices(dataDir)).rejects.toThrow(
    /^The database .* was written by a newer release .*\.$/,
  );
});
