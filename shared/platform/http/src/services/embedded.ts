import Fastify, { type InjectOptions, type LightMyRequestResponse } from 'fastify';
import { forwardApis } from '../calls/forward';
import { serverOptions } from '../calls/server-options';
import type { ServicesOptions, SiteServices } from './site-services';

/**
 * Starts a site's embedded services without a port. Requests are injected, and data is kept in memory.
 * @param apis app → base address of its real service, to which only GET and HEAD requests are forwarded
 */
export async function startEmbedded(
  { register, cookies }: Pick<SiteServices, 'register' | 'cookies'>,
  options: Pick<ServicesOptions, 'publicUrl' | 'data'>,
  apis: Readonly<Record<string, string>> = {},
) {
  const fastify = Fastify(serverOptions);
  fastify.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ message: `There is no service at ${request.url} here.` }),
  );
  await fastify.register(forwardApis, { apis, cookies, methods: ['GET', 'HEAD'] });
  await fastify.register(register, { dataDir: null, ...options });
  return {
    ask: (request: InjectOptions): Promise<LightMyRequestResponse> => fastify.inject(request),
    close: () => fastify.close(),
  };
}
