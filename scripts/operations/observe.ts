import type { FastifyInstance } from 'fastify';
import type { Figures } from './figures';

/** What was given, where more is known than the route. */
export interface Served {
  /** In place of the route's own pattern: never the address, which may hold something personal. */
  readonly route: string;
  readonly composition: string | null;
  readonly side: 'live' | 'canary' | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    served: Served | null;
    /** Bytes that its connection had sent when it came. */
    sentBefore: number;
  }
}

/** Writes one line for each request, counts it, and asks visitors to come back elsewhere while a server ends. */
export function observe(
  fastify: FastifyInstance,
  figures: Figures | null,
  isDraining: () => boolean,
): void {
  fastify.decorateRequest('served', null);
  fastify.decorateRequest('sentBefore', 0);
  fastify.addHook('onRequest', async (request, reply) => {
    request.sentBefore = request.raw.socket.bytesWritten;
    if (isDraining()) reply.raw.setHeader('Connection', 'close');
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const { method, raw, routeOptions, served, sentBefore } = request;
    const { route = routeOptions.url ?? 'none', composition = null, side = null } = served ?? {};
    const { statusCode: status, elapsedTime } = reply;
    const bytes = raw.socket.bytesWritten - sentBefore;
    const ms = Math.round(elapsedTime * 10) / 10;
    request.log.info({ method, route, status, bytes, ms, composition, side }, 'request');
    figures?.requests.inc({ route, status, side: side ?? 'none' });
    figures?.seconds.observe({ route }, elapsedTime / 1000);
  });
}
