import autocannon from 'autocannon';

export interface LoadReport {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds within which half, and 99 of 100, of the requests were answered. */
  readonly p50: number;
  readonly p99: number;
  /** Requests without an answer, or with another status than 2xx. */
  readonly failed: number;
}

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests, or null for as many as come through. */
  readonly perSecond: number | null;
  /** Requested in turn by every connection. */
  readonly paths: readonly string[];
}

/** Puts a site under load, from a thread of its own so that it waits for nothing else in this process. */
export async function putUnderLoad(load: Load): Promise<LoadReport> {
  const { requests, latency, errors, timeouts, non2xx } = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    workers: 1,
    ...(load.perSecond !== null && { overallRate: load.perSecond }),
    requests: load.paths.map((path) => ({ path, headers: { 'accept-encoding': 'br' } })),
  });
  return {
    requests: requests.total,
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    failed: errors + timeouts + non2xx,
  };
}
