import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics';

/** The served content, for requests that know more than the route. */
interface Served {
  /** A name in place of the route's pattern; never the address, which may hold personal data. */
  readonly route: string;
  readonly deployment: string | null;
  readonly variant: 'live' | 'canary' | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    served: Served | null;
    /** Bytes that its connection had sent before this request. */
    sentBefore: number;
  }
}

/** The status that nginx logs for a client that closes its connection before the response. */
const clientIsGone = 499;

/** Writes one line for each request, counts it, and asks visitors to come back elsewhere while a server ends. */
export function observe(
  fastify: FastifyInstance,
  metrics: Metrics | null,
  isDraining: () => boolean,
): void {
  fastify.decorateRequest('served', null);
  fastify.decorateRequest('sentBefore', 0);
  const record = (request: FastifyRequest, reply: FastifyReply) => {
    const { method, raw, routeOptions, served, sentBefore } = request;
    const { route = routeOptions.url ?? 'none', deployment = null, variant = null } = served ?? {};
    const bytes = raw.socket.bytesWritten - sentBefore;
    // A client whose request ends early gets a 400 from Node itself.
    const isSent = reply.raw.headersSent && bytes > 0;
    const status = isSent || !raw.socket.destroyed ? reply.statusCode : clientIsGone;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method, route, status, bytes, ms, deployment, variant }, 'request');
    metrics?.requests.inc({ route, status, variant: variant ?? 'none' });
    metrics?.seconds.observe({ route }, reply.elapsedTime / 1000);
  };
  fastify.addHook('onRequest', async (request, reply) => {
    request.sentBefore = request.raw.socket.bytesWritten;
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) record(request, reply);
    });
    if (isDraining()) reply.raw.setHeader('Connection', 'close');
  });
  fastify.addHook('onResponse', async (request, reply) => {
    if (reply.raw.writableFinished) record(request, reply);
  });
}
