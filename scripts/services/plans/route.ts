import type { FastifyInstance } from 'fastify';
import { tablesPath } from 'shared/contracts/plans';
import { answerErrorsAsJson, refuseOtherMethods } from '../answers';
import type { Database } from '../database/open';
import { planTables } from './tables';

/** The embedded subscription service: the tables call (remote-pricing/README.md, The call). */
export async function plansRoute(fastify: FastifyInstance, { database }: { database: Database }) {
  const read = planTables(database);
  answerErrorsAsJson(fastify);
  fastify.get(tablesPath, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(read()),
  );
  refuseOtherMethods(fastify, tablesPath, ['GET', 'HEAD']);
}
