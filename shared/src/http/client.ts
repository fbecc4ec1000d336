import { xsrfTokenPath } from '@shopwright/shared/contracts/sign-up';
import { xsrfHeader } from './xsrf';

/** Root-relative, so that a page under `/signup/` or `/preview/…/` calls the same address. */
export type CallPath = `/${string}`;

/**
 * @param timeLimitMs milliseconds for the whole call, its body included
 * @throws Error for a status outside 200 to 299, and whatever fetch throws: no connection, one that broke, a
 *   redirect where it is refused, the end of the time limit. No message holds what was sent.
 */
async function call<T>(
  path: CallPath,
  request: RequestInit,
  timeLimitMs: number,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeLimitMs);
  try {
    const response = await fetch(path, {
      credentials: 'same-origin',
      signal: controller.signal,
      ...request,
    });
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return await read(response);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * GETs JSON from this origin, with the request that a preload (`as="fetch" crossorigin="anonymous"`) makes,
 * so that the page's is used: mode `cors`, credentials `same-origin`, no header of its own, no integrity.
 * @returns the parsed body, which the caller puts through a schema before use
 * @throws also SyntaxError for a body that is not JSON
 */
export function getJson(path: CallPath, timeLimitMs: number): Promise<unknown> {
  return call(path, {}, timeLimitMs, (response): Promise<unknown> => response.json());
}

/** Reading cookies throws where they are blocked. */
function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** The header that proves that this page can read its origin's cookies, as far as there is a token for it. */
async function proof(path: CallPath, timeLimitMs: number) {
  const read = () => xsrfHeader(path, location.href, readCookies());
  const header = read();
  if ('X-XSRF-TOKEN' in header) return header;
  // A page of plain hosting. Without a token the call is made all the same: whoever answers it decides.
  const request = { cache: 'no-store' } as const;
  await call(xsrfTokenPath, request, timeLimitMs, () => undefined).catch(() => undefined);
  return read();
}

/**
 * POSTs a body as JSON to this origin, with the XSRF token of the moment; where no page has set one, it is asked
 * for first.
 * The status alone decides, and the body is not read: an odd, broken or empty one of a 2xx is a success.
 *
 * Redirects are refused (`redirect: 'error'`): a 307 would send the body, passwords included, and the
 * token to an address that nobody here chose, and a followed 302 would pass a login page off as success.
 */
export async function postJson(path: CallPath, body: unknown, timeLimitMs: number): Promise<void> {
  const request: RequestInit = {
    method: 'POST',
    mode: 'same-origin',
    redirect: 'error',
    cache: 'no-store',
    headers: { 'Content-Type': 'application/json', ...(await proof(path, timeLimitMs)) },
    body: JSON.stringify(body),
  };
  return call(path, request, timeLimitMs, () => undefined);
}
