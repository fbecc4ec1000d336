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

/** Milliseconds until an embedded service's response has to have begun. */
export const embeddedTimeLimit = 30_000;

/** Milliseconds until a connection to a real service has to stand. */
export const connectTimeLimit = 5000;

/** The cookie that opens the status page to its operator. */
export const statusCookie = 'status_token';

/**
 * Names of cookies that no real service gets, as the source of a regular expression for nginx as well.
 * @param embedded names of the embedded services' cookies
 */
export const ownCookiesBeside = (embedded: readonly string[]) =>
  `(?:${[...embedded.map((name) => `(?:__Host-)?${name}`), statusCookie].join('|')})`;

/**
 * Headers that no real service gets: those of the operator, and those that nobody here has checked. A service may
 * believe any of these about who asks, for which address, and how.
 */
export const withheldHeaders = [
  'Authorization',
  'Proxy-Authorization',
  'Forwarded',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'X-Original-Forwarded-For',
  'True-Client-IP',
  'CF-Connecting-IP',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'X-Forwarded-Server',
  'X-Forwarded-Ssl',
  'X-Forwarded-User',
  'X-Remote-User',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-HTTP-Method-Override',
  'X-HTTP-Method',
  'X-Method-Override',
];

/** Headers of an answer that speak for the whole origin, or act by themselves. The service of an app sends none of them. */
export const originHeaders = [
  'Clear-Site-Data',
  'Strict-Transport-Security',
  'Service-Worker-Allowed',
  'Alt-Svc',
  'NEL',
  'Report-To',
  'Reporting-Endpoints',
  'Refresh',
  'Link',
  'X-Accel-Redirect',
  'X-Sendfile',
];
