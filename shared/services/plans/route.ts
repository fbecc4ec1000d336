import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sendErrorsAsJson, sendTagged } from '@composed/http/services';
import { tablesPath } from '@shopwright/shared/contracts/plans';

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
