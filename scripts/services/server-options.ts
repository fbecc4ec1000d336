import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** Bytes. The five fields of a create call at their longest are about 4 KB. */
export const callBodyLimit = 16 * 1024;

/**
 * Options for any Fastify server that the services plugin is registered on: limits that keep slow and
 * oversized requests from holding on to it. Times in milliseconds, sizes in bytes.
 */
export const serverOptions = {
  /** Every route that takes a body names a smaller limit of its own. */
  bodyLimit: 64 * 1024,
  /** A request has to have arrived whole by then. */
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  /** So that closing does not wait for idle connections. */
  forceCloseConnections: 'idle',
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
  routerOptions: { maxParamLength: 128 },
} as const satisfies FastifyHttpOptions<Server>;
