import { type Database, openReadOnlyDatabase } from '@composed/http/services';
import type { Period } from '@shopwright/shared/contracts/plans';
import * as v from 'valibot';
import { openServicesDatabase } from '../database';

const row = v.object({ body: v.pipe(v.string(), v.parseJson()) });

const optionsOf = (period: Period) =>
  `json_object('options', json((SELECT json_group_array(json(json)) FROM option WHERE period = '${period}')))`;

/**
 * Prepares the query for the plans.
 * @returns a function that reads the current response of the tables call (remote-pricing/README.md, "The call")
 */
export function preparePlansQuery(database: Database) {
  const selectPlans = database.prepare(`
    WITH option AS (
      SELECT period, json_object(
        'id', id,
        'subscriptionPlan', name,
        'cost', json_object('price', price),
        'previousCost', json_object('price', previous_price),
        'feature', json_object('features', (
          SELECT json_group_array(json_object('code', code))
          FROM (SELECT code FROM plan_feature WHERE plan_id = plan.id ORDER BY position)
        ))
      ) AS json
      FROM plan ORDER BY period, position
    )
    SELECT json_object(
      'freeOption', json((SELECT json FROM option WHERE period = 'FREE')),
      'tables', json_object('MONTH', ${optionsOf('MONTH')}, 'YEAR', ${optionsOf('YEAR')})
    ) AS body`);
  return () => v.parse(row, selectPlans.get()).body;
}

/**
 * Reads the response of the embedded tables call without starting the service. Changes nothing in the folder.
 * @param dataDir the folder of the database; null returns the prices of a new database
 * @returns null if the folder has no database yet
 * @throws Error if the database cannot be read or has another version
 */
export function readEmbeddedPlans(dataDir: string | null) {
  const database = dataDir === null ? openServicesDatabase(null) : openReadOnlyDatabase(dataDir);
  try {
    return database && preparePlansQuery(database)();
  } finally {
    database?.close();
  }
}
