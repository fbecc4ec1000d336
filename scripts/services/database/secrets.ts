import * as v from 'valibot';
import type { Database } from './open';

const row = v.object({ value: v.string() });

/**
 * A value that is made once and kept in the database, so that a restart ends nobody's session.
 * @param create gives the value when there is none yet; when two processes race, the first one's stays
 */
export function keptSecret(database: Database, name: string, create: () => string): string {
  const select = database.prepare('SELECT value FROM secret WHERE name = ?');
  const found = select.get(name);
  if (found !== undefined) return v.parse(row, found).value;
  database
    .prepare('INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING')
    .run(name, create());
  return v.parse(row, select.get(name)).value;
}
