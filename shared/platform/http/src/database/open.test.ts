import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '@composed/build/jest/temporary-folder';
import { UserError } from '@composed/command/errors';
import {
  closeDatabase,
  databaseFileName,
  openDatabase,
  openReadOnlyDatabase,
  writeWithRetry,
} from './open';

const fileIn = (folder: string) => path.join(folder, databaseFileName);

function refusal(dataDir: string): string {
  try {
    closeDatabase(openDatabase(dataDir));
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  throw new Error('The database was opened.');
}

test('a missing folder is created, for this user only', () => {
  const folder = path.join(temporaryFolder(), 'a', 'b');
  closeDatabase(openDatabase(folder));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600);
});

test('a lock of another process delays only writes', async () => {
  const folder = temporaryFolder();
  const database = openDatabase(folder);
  const other = openDatabase(folder);
  other.exec('BEGIN EXCLUSIVE');
  const insert = database.prepare("INSERT INTO secret (name, value) VALUES ('a', 'b')");
  let written = false;
  const writing = writeWithRetry(() => insert.run()).then(() => (written = true));
  expect(database.prepare('SELECT * FROM secret').all()).toHaveLength(1);
  await wait(100);
  expect(written).toBe(false);
  other.exec('COMMIT');
  await writing;
  const find = database.prepare("SELECT value FROM secret WHERE name = 'a'");
  expect(find.get()).toMatchObject({ value: 'b' });
  closeDatabase(other);
  closeDatabase(database);
});

test('reading creates and changes nothing', () => {
  const folder = temporaryFolder();
  expect(openReadOnlyDatabase(folder)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  const database = openDatabase(folder);
  database.pragma('user_version = 0');
  const reader = openReadOnlyDatabase(folder);
  expect(reader?.prepare('SELECT * FROM secret').all()).toHaveLength(1);
  expect(() => reader?.exec('DELETE FROM secret')).toThrow();
  expect(database.pragma('user_version')).toEqual([{ user_version: 0 }]);
  reader?.close();
  database.close();
});

test.each([
  ['that is none', (bytes: Buffer) => bytes.fill('Not a database at all. ')],
  ['with a broken page', (bytes: Buffer) => bytes.fill(0xff, 4096, 3 * 4096)],
])('a database %s is refused unchanged, in one clear sentence', (_what, damage) => {
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

test('a file in place of the folder is refused', () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, 'mine');
  expect(refusal(file)).toMatch(
    /^The database .* cannot be opened for writing \(EEXIST.*\); .*DATA_DIR.*\.$/,
  );
  expect(refusal(path.join(file, 'data'))).toContain('(ENOTDIR');
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a database that an older server has open is migrated, and that server keeps working', () => {
  const dataDir = temporaryFolder();
  const steps = ['CREATE TABLE offer (name TEXT) STRICT'];
  const older = openDatabase(dataDir, steps);
  const newer = openDatabase(dataDir, [...steps, 'ALTER TABLE offer ADD COLUMN price INTEGER']);
  older.exec("INSERT INTO offer (name) VALUES ('a')");
  expect(newer.prepare('SELECT * FROM offer').all()).toEqual([{ name: 'a', price: null }]);
  older.close();
  expect(() => openDatabase(dataDir, steps)).toThrow(
    /^The database .* was written by a newer release .*\.$/,
  );
  closeDatabase(newer);
});
