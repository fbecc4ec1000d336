import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

/** Bytes of a call's body. */
export const callBodyLimit = 16 * 1024;

/**
 * Options for any Fastify server that the services plugin is registered on: limits that keep slow and
 * oversized requests from holding on to it. Times in milliseconds, sizes in bytes.
 */
export const serverOptions = {
  /** Every route that takes a body names a smaller limit of its own. */
  bodyLimit: 64 * 1024,
  /** Time within which a request has to arrive whole. */
  requestTimeout: 15_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16 * 1024,
  },
} as const satisfies FastifyHttpOptions<Server>;

/** The cookie that opens the status page to its operator. */
export const statusCookie = 'status_token';
