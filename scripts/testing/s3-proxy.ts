import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { freePort } from './free-port';

/** What becomes of a request; a status with the code of an S3 error is answered here. */
export type Fate =
  'pass' | 'drop before' | 'drop after' | 'cut' | 'slow' | readonly [status: number, code: string];

/**
 * Stands before a gateway, counts what is asked of it and lets some of it fail.
 * @param added headers of a request, besides its own
 */
export async function startS3Proxy(target: string, added = (): Record<string, string> => ({})) {
  const port = await freePort();
  const proxy = {
    url: `http://127.0.0.1:${port}`,
    requests: 0,
    /** Bytes of the requests' bodies. */
    sent: 0,
    /** What becomes of the n-th request, from 1. */
    fateOf: (_n: number): Fate => 'pass',
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer((incoming, answer) => {
    proxy.requests += 1;
    incoming.on('data', (chunk: Buffer) => (proxy.sent += chunk.byteLength));
    const fate = proxy.fateOf(proxy.requests);
    if (fate === 'drop before') return void incoming.socket.destroy();
    if (typeof fate !== 'string') {
      const [status, code] = fate;
      answer.writeHead(status, { 'content-type': 'application/xml' });
      return void answer.end(`<Error><Code>${code}</Code></Error>`);
    }
    const { method, url, headers } = incoming;
    const onward = ask(new URL(url ?? '', target), { method, headers: { ...headers, ...added() } });
    onward.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (fate === 'drop after') return void incoming.socket.destroy();
        const body = Buffer.concat(chunks);
        answer.writeHead(response.statusCode ?? 500, response.headers);
        if (fate !== 'cut')
          return void setTimeout(() => answer.end(body), fate === 'slow' ? 300 : 0);
        answer.write(body.subarray(0, body.length / 2));
        setTimeout(() => incoming.socket.destroy(), 5);
      });
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return proxy;
}
