import { once } from 'node:events';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
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
  async function handOn(incoming: IncomingMessage, answer: ServerResponse) {
    proxy.requests += 1;
    incoming.on('data', (chunk: Buffer) => (proxy.sent += chunk.byteLength));
    const fate = proxy.fateOf(proxy.requests);
    if (fate === 'drop before') return incoming.socket.destroy();
    if (typeof fate !== 'string') {
      const [status, code] = fate;
      answer.writeHead(status, { 'content-type': 'application/xml' });
      return answer.end(`<Error><Code>${code}</Code></Error>`);
    }
    const { method, url = '', headers } = incoming;
    const onward = ask(new URL(url, target), { method, headers: { ...headers, ...added() } });
    incoming.pipe(onward);
    const [response] = (await once(onward, 'response')) as [IncomingMessage];
    const body = await buffer(response);
    if (fate === 'drop after') return incoming.socket.destroy();
    if (fate === 'slow') await wait(300);
    answer.writeHead(response.statusCode ?? 500, response.headers);
    if (fate !== 'cut') return answer.end(body);
    answer.write(body.subarray(0, body.length / 2));
    await wait(5);
    return incoming.socket.destroy();
  }
  const server = createServer((incoming, answer) => {
    handOn(incoming, answer).catch(() => incoming.socket.destroy());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return proxy;
}
