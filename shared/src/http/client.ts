import { xsrfHeader } from './xsrf';

/**
 * Why a call brought nothing usable: a status outside 200 to 299; no complete answer within the time limit;
 * no connection, one that broke, or a redirect, which is refused; a success whose body is not JSON; the
 * caller's own signal.
 */
export type CallFailure = `status ${number}` | 'time-out' | 'offline' | 'not-json' | 'cancelled';

/** The only error that a call rejects with. Its message names the address, never what was sent. */
export class CallError extends Error {
  override readonly name = 'CallError';

  constructor(
    call: string,
    readonly failure: CallFailure,
    options?: ErrorOptions,
  ) {
    super(`${call}: ${failure}`, options);
  }
}

/** Root-relative, so that a page under `/signup/` or `/preview/…/` calls the same address. */
export type CallPath = `/${string}`;

export interface CallOptions {
  /** Milliseconds for the whole call, its body included. */
  readonly timeLimitMs: number;
  /** Ends the call early, for instance when its section goes away. */
  readonly signal?: AbortSignal;
}

/** Reading cookies throws where they are blocked (a sandboxed page) and where there is no page at all. */
function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** A signal that ends with the time limit or the caller's signal, and the reason why it ended. */
function limit(call: string, { timeLimitMs, signal: outer }: CallOptions) {
  const controller = new AbortController();
  let ended: CallFailure | null = null;
  const end = (failure: CallFailure) => {
    ended ??= failure;
    controller.abort();
  };
  const cancel = () => end('cancelled');
  // A plain timer: `AbortSignal.any` is younger than the browsers that the site serves.
  const timer = setTimeout(() => end('time-out'), timeLimitMs);
  outer?.addEventListener('abort', cancel);
  if (outer?.aborted) cancel();
  return {
    signal: controller.signal,
    explain: (cause: unknown): CallError =>
      cause instanceof CallError ? cause : new CallError(call, ended ?? 'offline', { cause }),
    lift: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', cancel);
    },
  };
}

/**
 * GETs JSON from this origin, with the request that a preload (`as="fetch" crossorigin="anonymous"`) makes,
 * so that the page's is used: mode `cors`, credentials `same-origin`, no header of its own, no integrity.
 * @returns the parsed body, which the caller puts through a schema before use
 * @throws CallError, and nothing else
 */
export async function getJson(path: CallPath, options: CallOptions): Promise<unknown> {
  const call = `GET ${path}`;
  const limits = limit(call, options);
  try {
    const response = await fetch(path, { credentials: 'same-origin', signal: limits.signal });
    if (!response.ok) throw new CallError(call, `status ${response.status}`);
    const text = await response.text();
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new CallError(call, 'not-json', { cause });
    }
  } catch (cause) {
    throw limits.explain(cause);
  } finally {
    limits.lift();
  }
}

/**
 * POSTs a body as JSON to this origin, with the XSRF token of the moment.
 * The status alone decides: an odd, broken or empty body of a 2xx is a success.
 *
 * Redirects are refused (`redirect: 'error'`): a 307 would send the body, passwords included, and the
 * token to an address that nobody here chose, and a followed 302 would pass a login page off as success.
 * @throws CallError, and nothing else
 */
export async function postJson(path: CallPath, body: unknown, options: CallOptions): Promise<void> {
  const call = `POST ${path}`;
  const limits = limit(call, options);
  try {
    const response = await fetch(path, {
      method: 'POST',
      mode: 'same-origin',
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
      headers: {
        'Content-Type': 'application/json',
        ...xsrfHeader('POST', path, location.href, readCookies()),
      },
      body: JSON.stringify(body),
      signal: limits.signal,
    });
    // Read to the end, still within the limit, so that the connection is free again.
    void response
      .text()
      .catch(() => '')
      .finally(limits.lift);
    if (!response.ok) throw new CallError(call, `status ${response.status}`);
  } catch (cause) {
    // Lifted here only when there is no body being read; a second lift does no harm.
    if (!(cause instanceof CallError)) limits.lift();
    throw limits.explain(cause);
  }
}
