import type { FastifyInstance } from 'fastify';
import { tablesPath } from 'shared/contracts/plans';
import * as v from 'valibot';
import { answerErrorsAsJson, refuseOtherMethods } from '../answers';
import { openDatabase, readDatabase, type Database } from '../database/open';

const plan = v.pipe(
  v.object({
    id: v.number(),
    period: v.picklist(['FREE', 'MONTH', 'YEAR']),
    name: v.string(),
    price: v.number(),
    previous_price: v.number(),
    features: v.pipe(
      v.string(),
      v.transform((text): unknown => JSON.parse(text)),
      v.array(v.object({ code: v.string() })),
    ),
  }),
  v.transform(({ id, period, name, price, previous_price: previous, features }) => ({
    period,
    option: {
      id,
      subscriptionPlan: name,
      // Minor units.
      cost: { price },
      previousCost: { price: previous },
      feature: { features },
    },
  })),
);

/**
 * Prepares reading the plans.
 * @returns a function that answers the tables call (remote-pricing/README.md, The call) with them as they are now
 */
export function planTables(database: Database) {
  const plans = database.prepare(`
    SELECT id, period, name, price, previous_price, (
      SELECT json_group_array(json_object('code', code))
      FROM (SELECT code FROM plan_feature WHERE plan_id = plan.id ORDER BY position)
    ) AS features
    FROM plan ORDER BY period, position`);
  return () => {
    const rows = v.parse(v.array(plan), plans.all());
    const of = (period: string) =>
      rows.filter((row) => row.period === period).map(({ option }) => option);
    return {
      freeOption: of('FREE')[0] ?? null,
      tables: { MONTH: { options: of('MONTH') }, YEAR: { options: of('YEAR') } },
    };
  };
}

/**
 * What the embedded tables call would answer, without starting it: the database of the folder is
 * neither made nor migrated nor written.
 * @param dataDir null: what a new database answers
 * @returns null where there is no database yet
 * @throws Error when the database cannot be read, or is of another version
 */
export function readEmbeddedTables(dataDir: string | null) {
  const database = dataDir === null ? openDatabase(null) : readDatabase(dataDir);
  try {
    return database && planTables(database)();
  } finally {
    database?.close();
  }
}

/** The embedded subscription service: the tables call. */
export async function plansRoute(fastify: FastifyInstance, { database }: { database: Database }) {
  const read = planTables(database);
  answerErrorsAsJson(fastify);
  fastify.get(tablesPath, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(read()),
  );
  refuseOtherMethods(fastify, tablesPath, ['GET', 'HEAD']);
}
