import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';

/** A request as it reached the upstream. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Upstream {
  /** Origin: answers 418 with `{"from":"upstream"}`, hangs under /silent, breaks off under /broken. */
  readonly base: string;
  /** An origin where nothing listens any more. */
  readonly nowhere: string;
  /** Every request so far, oldest first; a test may empty it. */
  readonly seen: Seen[];
  readonly stop: () => void;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

/** Starts a real service on 127.0.0.1 that whatever forwards requests can be tested against. */
export async function startUpstream(): Promise<Upstream> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (url.startsWith('/silent')) return;
      if (url.startsWith('/broken')) return void request.socket.destroy();
      response.writeHead(418, { 'content-type': 'application/json', 'x-upstream': 'yes' });
      response.end('{"from":"upstream"}');
    });
  });
  const base = await listen(server);
  const gone = createServer();
  const nowhere = await listen(gone);
  gone.close();
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { base, nowhere, seen, stop };
}
