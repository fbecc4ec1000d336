import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests, or null for as many as come through. */
  readonly perSecond: number | null;
  /** Requested in turn by every connection. */
  readonly paths: readonly string[];
  readonly cookie?: string;
}
export type LoadReport = Awaited<ReturnType<typeof putUnderLoad>>;

/**
 * Puts a site under load, from a thread of its own so that it waits for nothing else in this process.
 * @returns milliseconds within which half, and 99 of 100, of the requests were answered; `failed` counts
 *   those without an answer, or with another status than 2xx
 */
export async function putUnderLoad(load: Load) {
  const { url, connections, seconds, perSecond, paths, cookie } = load;
  const headers = { 'accept-encoding': 'br', ...(cookie === undefined ? {} : { cookie }) };
  const { requests, latency, errors, timeouts, non2xx } = await autocannon({
    ...{ url, connections, duration: seconds, workers: 1 },
    ...(perSecond !== null && { overallRate: perSecond }),
    requests: paths.map((path) => ({ path, headers })),
  });
  return {
    requests: requests.total,
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    failed: errors + timeouts + non2xx,
  };
}
