import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** The most bytes of a call's body. */
export const callBodyLimit = 16 * 1024;

/**
 * Options of every server that registers a site's services. They limit how long slow or oversized requests can occupy
 * the server. Times are in milliseconds, sizes in bytes.
 */
export const serverOptions = {
  /** An upper bound: every route that accepts a body has a smaller limit. */
  bodyLimit: 64 * 1024,
  /** Until a request must have arrived completely. */
  requestTimeout: 15_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16 * 1024,
  },
} as const satisfies FastifyHttpOptions<Server>;
