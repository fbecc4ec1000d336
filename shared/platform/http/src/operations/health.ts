import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Metrics } from './metrics';
import { listen } from './listen';
import { repeat } from './repeat';

/** Milliseconds between two checks of a server's dependencies. */
const checkInterval = 2000;

/** Rejects while a dependency is unavailable. */
export type Check = () => Promise<unknown>;

/**
 * Checks the services and files that a server needs in the background, so that probes respond at once. Logs changes.
 */
export async function watchDependencies(
  checks: ReadonlyMap<string, Check>,
  log: FastifyBaseLogger,
) {
  const unavailableSince = new Map<string, Date>();
  const updateDependency = async ([name, check]: [string, Check]) => {
    const isUnavailable = await check().then(
      () => false,
      () => true,
    );
    if (isUnavailable === unavailableSince.has(name)) return;
    if (isUnavailable) unavailableSince.set(name, new Date());
    else unavailableSince.delete(name);
    if (isUnavailable) log.error({ part: name }, 'unavailable');
    else log.info({ part: name }, 'available');
  };
  const updateAll = async () => {
    await Promise.all([...checks].map(updateDependency));
  };
  await updateAll();
  return {
    unavailable: () => Object.fromEntries(unavailableSince),
    stop: repeat(checkInterval, updateAll),
  };
}

/** Serves probes and metrics on a port that visitors cannot reach. */
export async function openProbes(
  host: string,
  { port, registry }: Pick<Metrics, 'registry'> & { readonly port: number },
  read: () => Promise<{ readonly ready: boolean }>,
) {
  const fastify = Fastify();
  fastify.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
  fastify.get('/livez', async () => ({ alive: true }));
  fastify.get('/readyz', async (_request, reply) => {
    const health = await read();
    return reply.code(health.ready ? 200 : 503).send(health);
  });
  fastify.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  await listen(fastify, host, port, 'PROBE_PORT');
  return fastify;
}
