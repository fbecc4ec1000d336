import { xsrfCookieName, xsrfHeaderName } from '@composed/contracts/xsrf';
import { xsrfTokenPath } from '@shopwright/shared/contracts/sign-up';
import { xsrfHeader } from './xsrf';

/** A root-relative path, so that a page under `/signup/` or `/preview/…/` calls the same URL. */
export type CallPath = `/${string}`;

/**
 * Runs one or more requests under a common time limit, which includes the reading of bodies.
 * @throws Error if `run` throws, and the errors of fetch: a failed or broken connection, a refused redirect, the end of
 *   the time limit
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

/** @throws Error for a status outside 200 to 299. The message contains nothing that was sent. */
function check(path: CallPath, { ok, status }: Response): void {
  if (!ok) throw new Error(`${path}: status ${status}`);
}

/**
 * GETs JSON from this origin. The request equals that of a preload (`as="fetch" crossorigin="anonymous"`), so that the
 * browser uses the page's preloaded response: mode `cors`, credentials `same-origin`, no custom header, no integrity.
 * @returns the parsed body, which the caller must validate
 * @throws Error for a failed request or a status outside 200 to 299, SyntaxError for a body that is not JSON
 */
export function getJson(path: CallPath, timeLimitMs: number): Promise<unknown> {
  return withTimeLimit<unknown>(timeLimitMs, async (send) => {
    const response = await send(path);
    check(path, response);
    return response.json();
  });
}

/** Returns '' if cookies are blocked, when reading `document.cookie` may throw. */
function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/**
 * POSTs a body as JSON to this origin, with the XSRF token from the cookie. Fetches a token first if it has none.
 * Fetches a new one and tries again if the server refuses the cookie's token (403), which may be another app's.
 * Ignores the body of the response: every 2xx status is a success.
 *
 * Follows no redirects (`redirect: 'error'`): a 307 would send the body, passwords included, and the token to an
 * unknown URL, and after a 302 a login page would look like a success.
 * @throws Error for a failed request or a status outside 200 to 299
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
    // If no token can be fetched, the call is made without one, and the server decides.
    let response = await post(hasToken ? tokenHeader : await fetchTokenHeader());
    if (hasToken && response.status === 403) response = await post(await fetchTokenHeader());
    check(path, response);
  });
}
