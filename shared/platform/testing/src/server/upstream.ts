import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as an upstream received it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A responder that fails breaks the connection off. */
export type Responder = (response: ServerResponse, received: Received) => unknown;

/** A real HTTP server that stands in for one of the site's services. */
export type Upstream = Readonly<Awaited<ReturnType<typeof startUpstream>>>;

export function json(value: unknown, status = 200): Responder {
  return text(JSON.stringify(value), status, 'application/json');
}

export function text(body: string, status = 200, type = 'text/plain'): Responder {
  return (response) => response.writeHead(status, { 'content-type': type }).end(body);
}

/** The connection breaks off without a response. */
export const hangUp: Responder = (response) => response.destroy();

/** Responds with 418 and `{"from":"upstream"}`, never under /silent, and breaks off under /broken. */
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
    const hear = async (body: Buffer) => {
      if (method !== 'HEAD') received.push({ method, path, headers, body });
      await respond(response, { method, path, headers, body });
    };
    buffer(request)
      .then(hear)
      .catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    /** Origin, without a trailing slash. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests that it got, without the HEAD with which a starting site looks whether it is there. */
    received,
    /** From now on every request gets this response. */
    respondWith: (next: Responder) => void (respond = next),
    /** Goes back to its first response and forgets the requests. */
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

/** Headers of a visitor that must not reach a real service, which might trust them. */
export const unchecked = {
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
