import type { Upstreams, UpstreamVariables } from '@composed/command/environment';

/** Milliseconds. */
const timeLimit = 5000;

/**
 * Checks that a service answers.
 * @param name the service, or the variable with its address, for the error message
 * @throws Error with one sentence when nothing answers
 */
export async function checkUpstream(name: string, url: string): Promise<void> {
  const signal = AbortSignal.timeout(timeLimit);
  // Accepts any status, since a service may have no page at its base address.
  await fetch(url, { method: 'HEAD', redirect: 'manual', signal }).catch((error: unknown) => {
    const reason: unknown = Reflect.get(Object(error), 'cause') ?? error;
    throw new Error(
      `${name} is ${url}, but nothing answers there (${String(reason)}); start that service, correct the address, or unset it for the embedded one.`,
      { cause: error },
    );
  });
}

/**
 * Checks, before the site starts, that every configured service answers.
 * @throws Error naming the first one that does not
 */
export async function checkUpstreams(
  upstreams: Upstreams,
  variables: UpstreamVariables,
): Promise<void> {
  for (const [name, url] of Object.entries(upstreams))
    if (url !== null) await checkUpstream(variables[name] ?? name, url);
}
