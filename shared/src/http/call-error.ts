/** Why a call brought nothing usable. */
export type CallFailure =
  /** The service answered, with a status outside 200 to 299. */
  | { readonly kind: 'status'; readonly status: number }
  /** The answer was not complete within the time limit. */
  | { readonly kind: 'time-out'; readonly timeLimitMs: number }
  /** No complete answer: no connection, a connection that broke, or a redirect, which is refused. */
  | { readonly kind: 'offline' }
  /** A success whose body is not JSON. */
  | { readonly kind: 'not-json' }
  /** The caller's own signal ended the call. */
  | { readonly kind: 'cancelled' };

function describe(failure: CallFailure): string {
  switch (failure.kind) {
    case 'status':
      return `answered with status ${failure.status}`;
    case 'time-out':
      return `gave no complete answer within ${failure.timeLimitMs} ms`;
    case 'offline':
      return 'could not be reached';
    case 'not-json':
      return 'answered with something other than JSON';
    case 'cancelled':
      return 'was cancelled';
  }
}

/** The only error that a call rejects with. Its message names the address, never what was sent. */
export class CallError extends Error {
  override readonly name = 'CallError';

  constructor(
    call: string,
    readonly failure: CallFailure,
    options?: ErrorOptions,
  ) {
    super(`${call} ${describe(failure)}`, options);
  }
}
