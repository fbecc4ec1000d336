import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../server/ask';
import { hangUp, startUpstream, text } from '../server/upstream';

/** The fate of a request; for a status with the code of an S3 error the proxy responds itself. */
export type Fate =
  'pass' | 'drop before' | 'drop after' | 'cut' | 'slow' | readonly [status: number, code: string];

/**
 * A proxy before a gateway, which counts requests and lets some fail.
 * @param added headers of a request, besides its own
 */
export async function startS3Proxy(target: string, added = (): Record<string, string> => ({})) {
  const proxy = {
    requests: 0,
    /** Bytes of the requests' bodies. */
    sent: 0,
    /** The fate of the n-th request, from 1. */
    fateOf: (_n: number): Fate => 'pass',
  };
  const { url, stop } = await startUpstream(async (response, asked) => {
    proxy.requests += 1;
    proxy.sent += asked.body.length;
    const fate = proxy.fateOf(proxy.requests);
    if (fate === 'drop before') return hangUp(response, asked);
    if (typeof fate !== 'string') {
      const [status, code] = fate;
      return text(`<Error><Code>${code}</Code></Error>`, status)(response, asked);
    }
    const upstream = await ask(target, { ...asked, headers: { ...asked.headers, ...added() } });
    if (fate === 'drop after') return hangUp(response, asked);
    if (fate === 'slow') await wait(300);
    response.writeHead(upstream.status, upstream.headers);
    if (fate !== 'cut') return response.end(upstream.bytes);
    response.write(upstream.bytes.subarray(0, upstream.bytes.length / 2));
    await wait(5);
    return hangUp(response, asked);
  });
  return Object.assign(proxy, { url, stop });
}
