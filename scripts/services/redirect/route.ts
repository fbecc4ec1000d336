import type { FastifyInstance } from 'fastify';
import { refuse, refuseOtherMethods } from '../answers';
import { redirectPath, redirectTarget } from './target';

interface RedirectRouteOptions {
  /** The base of each service that a visitor may be sent to, without a trailing slash. */
  readonly bases: { readonly 'store-ui': string };
}

/** `/redirect/internal` (host/README.md, Header) and nothing else under `/redirect`. */
export async function redirectRoute(fastify: FastifyInstance, { bases }: RedirectRouteOptions) {
  fastify.get(redirectPath, async (request, reply) => {
    const target = redirectTarget(request.raw.url ?? '');
    if (target === null) {
      return refuse(reply, 400, { reason: 'This is not an address that the site redirects to.' });
    }
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${bases[target.serviceName]}${target.path}`, 302);
  });
  refuseOtherMethods(fastify, redirectPath, ['GET', 'HEAD']);

  for (const url of ['/redirect', '/redirect/*']) {
    fastify.all(url, {
      onRequest: async (_request, reply) =>
        refuse(reply, 400, { reason: 'This is not an address that the site redirects to.' }),
      handler: () => undefined,
    });
  }
}
