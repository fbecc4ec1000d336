import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  sendErrorsAsJson,
  type Database,
  openReadOnlyDatabase,
  sendTagged,
} from '@composed/http/services';
import { tablesPath, type Period } from '@shopwright/shared/contracts/plans';
import * as v from 'valibot';
import { openServicesDatabase } from '../database';

const row = v.object({ body: v.pipe(v.string(), v.parseJson()) });

const optionsOf = (period: Period) =>
  `json_object('options', json((SELECT json_group_array(json(json)) FROM option WHERE period = '${period}')))`;

/**
 * Prepares the query for the plans.
 * @returns a function that reads the current response of the tables call (remote-pricing/README.md, "The call")
 */
export function planTables(database: Database) {
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
export function readEmbeddedTables(dataDir: string | null) {
  const database = dataDir === null ? openServicesDatabase(null) : openReadOnlyDatabase(dataDir);
  try {
    return database && planTables(database)();
  } finally {
    database?.close();
  }
}

/**
 * Registers the embedded subscription service, which answers the tables call.
 * @param options `read` returns the current response
 */
export async function plansRoute(fastify: FastifyInstance, { read }: { read: () => unknown }) {
  sendErrorsAsJson(fastify);
  fastify.get(tablesPath, async (request, reply) => {
    const tables = JSON.stringify(read());
    const etag = `"${createHash('sha256').update(tables).digest('base64url')}"`;
    void reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8');
    return sendTagged(request, reply, etag, tables);
  });
}
