import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse, refuseOtherMethods } from '../answers';
import { storeUiClient } from '../identity/client';

/** The whole allow-list: services by name, and the paths that a visitor may be sent to there. */
const allowed = [{ serviceName: 'store-ui', path: storeUiClient.startPath }] as const;
type RedirectTarget = (typeof allowed)[number];

export const redirectPath = '/redirect/internal';

/**
 * Reads the one address form that the site links to: this path, then exactly the two parameters, each
 * once, compared as they stand. Nothing is decoded, so no encoding can mean something here and
 * something else further on.
 * @param rawUrl the request target as received
 * @returns the allow-listed pair, or null for anything else
 */
export function redirectTarget(rawUrl: string): RedirectTarget | null {
  const start = `${redirectPath}?`;
  if (!rawUrl.startsWith(start)) return null;
  const parameters = rawUrl.slice(start.length).split('&');
  if (parameters.length !== 2) return null;
  const match = ({ serviceName, path }: RedirectTarget) =>
    parameters.includes(`serviceName=${serviceName}`) && parameters.includes(`path=${path}`);
  return allowed.find(match) ?? null;
}

const refuseTarget = (reply: FastifyReply) =>
  refuse(reply, 400, { reason: 'This is not an address that the site redirects to.' });

/** The base of each service that a visitor may be sent to, without a trailing slash. */
type Bases = Readonly<Record<RedirectTarget['serviceName'], string>>;

/** `/redirect/internal` (host/README.md, Header) and nothing else under `/redirect`. */
export async function redirectRoute(fastify: FastifyInstance, { bases }: { bases: Bases }) {
  fastify.get(redirectPath, async (request, reply) => {
    const target = redirectTarget(request.raw.url ?? '');
    if (target === null) return refuseTarget(reply);
    const address = `${bases[target.serviceName]}${target.path}`;
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
