import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that an upstream has received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a response. If it fails, the connection is closed. */
export type Responder = (response: ServerResponse, received: Received) => unknown;

/** A real HTTP server that stands in for one of the site's services. */
export type Upstream = Readonly<Awaited<ReturnType<typeof startUpstream>>>;

export function json(value: unknown, status = 200): Responder {
  return text(JSON.stringify(value), status, 'application/json');
}

export function text(body: string, status = 200, type = 'text/plain'): Responder {
  return (response) => response.writeHead(status, { 'content-type': type }).end(body);
}

/** Closes the connection without a response. */
export const hangUp: Responder = (response) => response.destroy();

/**
 * Responds with 418 and `{"from":"upstream"}`, never responds under /silent, and closes the connection under /broken.
 */
export const byPath: Responder = (response, received) => {
  const { path } = received;
  if (path.startsWith('/silent')) return;
  response.setHeader('x-upstream', 'yes');
  const respond = path.startsWith('/broken') ? hangUp : json({ from: 'upstream' }, 418);
  respond(response, received);
};

/** Starts an upstream on a free port of 127.0.0.1. */
export async function startUpstream(first: Responder) {
  let respond = first;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    const handle = async (body: Buffer) => {
      if (method !== 'HEAD') received.push({ method, path, headers, body });
      await respond(response, { method, path, headers, body });
    };
    buffer(request)
      .then(handle)
      .catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    /** The origin, without a trailing slash. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests, without the HEAD requests with which a starting site checks its services. */
    received,
    /** Sets the response to all further requests. */
    respondWith: (next: Responder) => {
      respond = next;
    },
    /** Restores the first response and forgets the requests. */
    reset: () => {
      respond = first;
      received.length = 0;
    },
    stop: async () => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Headers of a visitor's request that must not be forwarded, since a service might trust them. */
export const untrustedHeaders = {
  authorization: 'Bearer of-the-operator',
  forwarded: 'for=192.0.2.9',
  'x-real-ip': '192.0.2.9',
  'true-client-ip': '192.0.2.9',
  'x-forwarded-port': '22',
  'x-forwarded-prefix': '/admin',
  'x-original-url': '/admin',
  'x-rewrite-url': '/admin',
  'x-http-method-override': 'DELETE',
  x_forwarded_for: '192.0.2.9',
};
