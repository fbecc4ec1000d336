import { upstreamVariables, type Upstreams } from '../../environment';

/** The code of what went wrong, such as ECONNREFUSED. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const cause: NodeJS.ErrnoException = error.cause instanceof Error ? error.cause : error;
  return cause.code ?? cause.message;
}

/**
 * @param timeLimit milliseconds
 * @throws Error with one sentence when nothing answers
 */
export async function checkUpstream(name: keyof Upstreams, url: string, timeLimit = 5000) {
  const variable = upstreamVariables[name];
  try {
    // Any answer will do: what stands at the base is the service's own affair.
    const signal = AbortSignal.timeout(timeLimit);
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal });
    await answer.body?.cancel();
  } catch (error) {
    throw new Error(
      `${variable} is ${url}, but nothing answers there (${causeOf(error)}); start that service, correct the address, or unset it for the embedded one.`,
      { cause: error },
    );
  }
}

/**
 * Looks, before the site starts, whether every configured service answers.
 * @param timeLimit milliseconds for each
 * @throws Error naming the first one, in the order of the settings, that does not
 */
export async function checkUpstreams(upstreams: Upstreams, timeLimit = 5000): Promise<void> {
  const checks = (['subscription', 'manager', 'storeUi'] as const).map((name) => {
    const url = upstreams[name];
    return url === null ? Promise.resolve() : checkUpstream(name, url, timeLimit);
  });
  const results = await Promise.allSettled(checks);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
