import { setTimeout as wait } from 'node:timers/promises';
import { sendRequest } from '../server/send-request';
import { hangUp, startUpstream, text } from '../server/upstream';

/** How the proxy treats a request. With a status and the code of an S3 error, the proxy itself responds. */
export type Fate =
  'pass' | 'drop before' | 'drop after' | 'cut' | 'slow' | readonly [status: number, code: string];

/**
 * Starts a proxy in front of a gateway, which counts requests and makes some fail.
 * @param extraHeaders returns headers to add to a request
 */
export async function startS3Proxy(
  target: string,
  extraHeaders = (): Record<string, string> => ({}),
) {
  const proxy = {
    requests: 0,
    /** The bytes of all request bodies. */
    sent: 0,
    /** Returns the fate of the n-th request. The first has the number 1. */
    fateOf: (_n: number): Fate => 'pass',
  };
  const { url, stop } = await startUpstream(async (response, request) => {
    proxy.requests += 1;
    proxy.sent += request.body.length;
    const fate = proxy.fateOf(proxy.requests);
    if (fate === 'drop before') return hangUp(response, request);
    if (typeof fate !== 'string') {
      const [status, code] = fate;
      return text(`<Error><Code>${code}</Code></Error>`, status)(response, request);
    }
    const headers = { ...request.headers, ...extraHeaders() };
    const upstream = await sendRequest(target, { ...request, headers });
    if (fate === 'drop after') return hangUp(response, request);
    if (fate === 'slow') await wait(300);
    response.writeHead(upstream.status, upstream.headers);
    if (fate !== 'cut') return response.end(upstream.bytes);
    response.write(upstream.bytes.subarray(0, upstream.bytes.length / 2));
    await wait(5);
    return hangUp(response, request);
  });
  return Object.assign(proxy, { url, stop });
}
