import { CallError, type CallFailure } from './call-error';
import { xsrfHeader } from './xsrf';

export { CallError, type CallFailure };

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

/** A signal that ends with the time limit or the caller's signal, and the words for why it ended. */
function limit(call: string, { timeLimitMs, signal: outer }: CallOptions) {
  const controller = new AbortController();
  let ended: CallFailure | null = null;
  const end = (failure: CallFailure) => {
    ended ??= failure;
    controller.abort();
  };
  const cancel = () => end({ kind: 'cancelled' });
  // A plain timer: `AbortSignal.any` is younger than the browsers that the site serves.
  const timer = setTimeout(() => end({ kind: 'time-out', timeLimitMs }), timeLimitMs);
  outer?.addEventListener('abort', cancel);
  if (outer?.aborted) cancel();
  return {
    signal: controller.signal,
    explain: (cause: unknown): CallError =>
      cause instanceof CallError
        ? cause
        : new CallError(call, ended ?? { kind: 'offline' }, { cause }),
    lift: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', cancel);
    },
  };
}

/**
 * GETs JSON from this origin.
 *
 * The request is the one that
 * `<link rel="preload" as="fetch" href="{path}" crossorigin="anonymous">` makes, so that the page's
 * preload is used instead of a second request: mode `cors`, credentials `same-origin`, the default
 * cache mode, no header of its own and no integrity. How long an answer stays fresh is the service's say
 * (`Cache-Control`).
 * @returns the parsed body, which the caller puts through a schema before use
 * @throws CallError, and nothing else
 */
export async function getJson(path: CallPath, options: CallOptions): Promise<unknown> {
  const call = `GET ${path}`;
  const limits = limit(call, options);
  try {
    const response = await fetch(path, { credentials: 'same-origin', signal: limits.signal });
    if (!response.ok) throw new CallError(call, { kind: 'status', status: response.status });
    return parseJson(call, await response.text());
  } catch (cause) {
    throw limits.explain(cause);
  } finally {
    limits.lift();
  }
}

function parseJson(call: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CallError(call, { kind: 'not-json' }, { cause });
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
    if (!response.ok) throw new CallError(call, { kind: 'status', status: response.status });
  } catch (cause) {
    // Lifted here only when there is no body being read; a second lift does no harm.
    if (!(cause instanceof CallError)) limits.lift();
    throw limits.explain(cause);
  }
}
