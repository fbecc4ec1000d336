import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Metrics } from './metrics';
import { listen } from './listen';
import { repeat } from './repeat';

/** Milliseconds between two checks of a server's needs. */
const checkInterval = 2000;

export type Check = () => Promise<unknown>;

/** Checks a server's needs in the background, so that a probe costs nothing. Changes are logged. */
export async function watchNeeds(checks: ReadonlyMap<string, Check>, log: FastifyBaseLogger) {
  const unavailableSince = new Map<string, Date>();
  const check = async ([need, look]: [string, Check]) => {
    const isUnavailable = await look().then(
      () => false,
      () => true,
    );
    if (isUnavailable === unavailableSince.has(need)) return;
    if (isUnavailable) unavailableSince.set(need, new Date());
    else unavailableSince.delete(need);
    log[isUnavailable ? 'error' : 'info'](
      { part: need },
      isUnavailable ? 'unavailable' : 'available',
    );
  };
  const lookAtAll = async () => void (await Promise.all([...checks].map(check)));
  await lookAtAll();
  return {
    unavailable: () => Object.fromEntries(unavailableSince),
    stop: repeat(checkInterval, lookAtAll),
  };
}

/** Probes and metrics, on a port that visitors do not reach, without limits and caches. */
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
