import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics';

/** A response as its handler describes it for the log and the metrics. */
interface Served {
  /** A name for the log in place of the route's pattern. Never the address, which may contain personal data. */
  readonly route: string;
  readonly deployment: string | null;
  readonly variant: 'live' | 'canary' | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    served: Served | null;
    /** Bytes that the server had sent on this connection before this request. */
    sentBefore: number;
  }
}

/** nginx's status for a client that closes its connection before the response. */
const clientClosedRequest = 499;

/**
 * Logs and counts each request. While the server drains, it closes connections, so that clients open new ones
 * elsewhere.
 */
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
    // Node sends a 400 by itself when a request ends early, which shows only in the number of bytes.
    const isSent = reply.raw.headersSent && bytes > 0;
    const status = isSent || !raw.socket.destroyed ? reply.statusCode : clientClosedRequest;
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
