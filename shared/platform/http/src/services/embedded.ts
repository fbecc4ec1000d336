import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify';
import { serverOptions } from '../calls/server-options';
import type { ServicesOptions, SiteServices } from './site-services';

/** The embedded services of a site without a server, in memory: what is done there stays nowhere. */
export async function startEmbedded(
  { register }: Pick<SiteServices, 'register'>,
  options: Pick<ServicesOptions, 'publicUrl' | 'data'>,
) {
  const fastify = Fastify(serverOptions);
  fastify.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ message: `There is no service at ${request.url} here.` }),
  );
  await fastify.register(register, { dataDir: null, ...options });
  return {
    ask: (request: InjectOptions): Promise<LightMyRequestResponse> => fastify.inject(request),
    close: () => fastify.close(),
  };
}
