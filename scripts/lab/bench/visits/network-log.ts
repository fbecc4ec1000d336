import type { CDPSession } from 'playwright-core';

/** One request of a page, with times in milliseconds since the page's own request. */
export interface LoggedRequest {
  readonly path: string;
  /** As DevTools calls it: 'Document', 'Script', 'Fetch', … */
  readonly type: string;
  readonly began: number;
  /** When the first byte of the answer came; Infinity while it has not. */
  readonly answered: number;
  /** Bytes of the body as sent (compressed). */
  readonly body: number;
  /** Bytes on the wire, headers included; 0 from the cache. */
  readonly wire: number;
  readonly status: number;
}

/** Notes every request of a page from now on. */
export async function logNetwork(session: CDPSession): Promise<() => LoggedRequest[]> {
  const requests = new Map<string, LoggedRequest>();
  let start = 0;
  const note = (id: string, facts: Partial<LoggedRequest>) => {
    const request = requests.get(id);
    if (request) requests.set(id, { ...request, ...facts });
  };
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type = 'Other' }) => {
    if (!request.url.startsWith('http')) return;
    start ||= timestamp;
    const { pathname: path } = new URL(request.url);
    const unanswered = { answered: Infinity, body: 0, wire: 0, status: 0 };
    requests.set(requestId, { path, type, began: (timestamp - start) * 1000, ...unanswered });
  });
  session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const { status, headers } = response;
    const body = Number(headers['content-length'] ?? 0);
    note(requestId, { answered: (timestamp - start) * 1000, status, body });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength: wire }) => {
    const { body = 0 } = requests.get(requestId) ?? {};
    // For a 304 DevTools shows the answer that the browser has; only its bytes on the wire tell.
    note(requestId, { wire, body: wire < body ? 0 : body });
  });
  return () => [...requests.values()];
}

/** Requests that came over the network. */
export function fromNetwork(requests: readonly LoggedRequest[]): LoggedRequest[] {
  return requests.filter(({ wire }) => wire > 0);
}

/** What hydration waits for; it does not wait for images and fonts. */
const neededTypes = new Set(['Document', 'Script', 'Stylesheet', 'Fetch', 'XHR']);

/**
 * How many answers had to be awaited one after the other before a moment: the longest chain of requests
 * of which each was made only when the one before was being answered.
 * @param until milliseconds since the page's own request
 */
export function sequentialTrips(requests: readonly LoggedRequest[], until: number): number {
  const needed = requests
    .filter(({ type, began }) => neededTypes.has(type) && began <= until)
    .sort((a, b) => a.began - b.began);
  const lengths: number[] = [];
  needed.forEach(({ began }, index) => {
    const before = needed
      .slice(0, index)
      .map(({ answered }, earlier) => (answered <= began ? (lengths[earlier] ?? 0) : 0));
    lengths.push(1 + Math.max(0, ...before));
  });
  return Math.max(0, ...lengths);
}

/** Body bytes of the requests that `choose` names, by that name. */
export function bytesBy(
  requests: readonly LoggedRequest[],
  choose: (request: LoggedRequest) => string,
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const request of requests) {
    const name = choose(request);
    sums[name] = (sums[name] ?? 0) + request.body;
  }
  return sums;
}

/** Kind of a file as a budget counts it. */
export function kindOf({ path, type }: LoggedRequest): string {
  if (type === 'Document') return 'html';
  return path.endsWith('.js') ? 'script' : 'other';
}

/** Whose file it is: the app of /assets/<app>/, or 'page' for the HTML, icons and calls. */
export function ownerOf({ path }: LoggedRequest): string {
  return /^\/assets\/([^/]+)\//.exec(path)?.[1] ?? 'page';
}
