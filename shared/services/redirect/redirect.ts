import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse, refuseOtherMethods } from '@composed/http/services';
import {
  allowedQueries,
  redirectPath,
  signInStart,
} from '@shopwright/shared/contracts/sign-in-redirect';

/**
 * Returns whether the site redirects from a URL.
 * @param rawUrl the request target as received, not decoded
 */
export function isAllowed(rawUrl: string): boolean {
  return allowedQueries.some((allowed) => rawUrl === `${redirectPath}?${allowed}`);
}

const refuseTarget = (reply: FastifyReply) =>
  refuse(reply, 400, 'This is not an address that the site redirects to.');

/**
 * Registers the redirect `/redirect/internal` (host/README.md, "Header"), and refuses every other URL under
 * `/redirect`.
 * @param options `storeUi` is the base URL of the service store-ui, without a trailing slash
 */
export async function redirectRoute(fastify: FastifyInstance, options: { storeUi: string }) {
  fastify.get(redirectPath, async (request, reply) => {
    if (!isAllowed(request.raw.url ?? '')) return refuseTarget(reply);
    const address = `${options.storeUi}${signInStart}`;
    return reply.header('cache-control', 'no-store').redirect(address, 302);
  });
  refuseOtherMethods(fastify, redirectPath, ['GET', 'HEAD']);
  for (const url of ['/redirect', '/redirect/*']) {
    fastify.all(url, {
      onRequest: async (_request, reply) => refuseTarget(reply),
      handler: () => undefined,
    });
  }
}
