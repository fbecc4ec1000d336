import { xsrfCookieName, xsrfHeaderName } from '@composed/contracts/xsrf';
import { xsrfTokenPath } from '@shopwright/shared/contracts/sign-up';
import { xsrfHeader } from './xsrf';

/** Root-relative, so that a page under `/signup/` or `/preview/…/` calls the same address. */
export type CallPath = `/${string}`;

/**
 * @param timeLimitMs milliseconds for all of it, bodies included
 * @throws Error for a status outside 200 to 299, and the errors of fetch: no connection, one that broke, a refused
 *   redirect, the end of the time limit. No message holds what was sent.
 */
async function withTimeLimit<T>(
  timeLimitMs: number,
  run: (send: typeof fetch) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeLimitMs);
  const { signal } = controller;
  try {
    return await run((path, request) =>
      fetch(path, { credentials: 'same-origin', signal, ...request }),
    );
  } finally {
    clearTimeout(timer);
  }
}

function check(path: CallPath, { ok, status }: Response): void {
  if (!ok) throw new Error(`${path}: status ${status}`);
}

/**
 * GETs JSON from this origin, with the request that a preload (`as="fetch" crossorigin="anonymous"`) makes,
 * so that the page's is used: mode `cors`, credentials `same-origin`, no header of its own, no integrity.
 * @returns the parsed body, which the caller puts through a schema before use
 * @throws also SyntaxError for a body that is not JSON
 */
export function getJson(path: CallPath, timeLimitMs: number): Promise<unknown> {
  return withTimeLimit<unknown>(timeLimitMs, async (send) => {
    const response = await send(path);
    check(path, response);
    return response.json();
  });
}

/** Reading cookies throws where they are blocked. */
function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/**
 * POSTs a body as JSON to this origin, with the XSRF token of the moment. Where no page has set one it is asked for
 * first, and once more where the one that was sent is refused: another app's cookie may stand before ours.
 * The status alone decides, and the body is not read: an odd, broken or empty one of a 2xx is a success.
 *
 * Redirects are refused (`redirect: 'error'`): a 307 would send the body, passwords included, and the
 * token to an address that nobody here chose, and a followed 302 would pass a login page off as success.
 */
export function postJson(path: CallPath, body: unknown, timeLimitMs: number): Promise<void> {
  return withTimeLimit(timeLimitMs, async (send) => {
    const tokenHeaderFrom = (cookies: string) => xsrfHeader(path, location.href, cookies);
    const fetchTokenHeader = async () => {
      const response = await send(xsrfTokenPath, { cache: 'no-store' }).catch(() => null);
      const token = response?.headers.get(xsrfHeaderName);
      return tokenHeaderFrom(token ? `${xsrfCookieName}=${token}` : readCookies());
    };
    const post = (tokenHeader: Readonly<Record<string, string>>) =>
      send(path, {
        method: 'POST',
        mode: 'same-origin',
        redirect: 'error',
        cache: 'no-store',
        headers: { 'Content-Type': 'application/json', ...tokenHeader },
        body: JSON.stringify(body),
      });
    const tokenHeader = tokenHeaderFrom(readCookies());
    const hasToken = xsrfHeaderName in tokenHeader;
    // A call without a token is made all the same, and its server decides.
    let response = await post(hasToken ? tokenHeader : await fetchTokenHeader());
    if (hasToken && response.status === 403) response = await post(await fetchTokenHeader());
    check(path, response);
  });
}
