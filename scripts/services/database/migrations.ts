import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type Libsql from 'libsql';
import * as v from 'valibot';

const folder = path.join(import.meta.dirname, 'migrations');

/** SQL; each runs once, in order, in one transaction; a landed one is never edited, only followed. */
export const migrations: readonly string[] = readdirSync(folder)
  .sort()
  .map((file) => readFileSync(path.join(folder, file), 'utf8'));

const versionRows = v.tuple([v.object({ user_version: v.number() })]);

/** How many migrations have run. */
export function schemaVersion(database: Libsql.Database): number {
  const [{ user_version: version }] = v.parse(versionRows, database.pragma('user_version'));
  return version;
}

/** Brings the schema up to date. Safe when two processes start at once. */
export function migrate(database: Libsql.Database, steps: readonly string[]): void {
  const transaction = database.transaction(() => {
    for (const step of steps.slice(schemaVersion(database))) database.exec(step);
    if (schemaVersion(database) < steps.length) database.pragma(`user_version = ${steps.length}`);
  });
  transaction.immediate();
}
