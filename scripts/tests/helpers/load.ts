import autocannon from 'autocannon';

/**
 * Puts a site under the load of 50 connections, from a thread of its own that waits for nothing else in this process.
 * @throws Error when a request has no response, or one with another status than 2xx
 */
export async function putUnderLoad(load: autocannon.Options): Promise<autocannon.Result> {
  const defaults = { connections: 50, workers: 1, headers: { 'accept-encoding': 'br' } };
  const result = await autocannon({ ...defaults, ...load });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${failed} requests failed under load.`);
  return result;
}
