import Fastify from 'fastify';
import { services, type ServicesOptions } from './plugin';
import { serverOptions } from './server-options';

export interface StandaloneOptions extends ServicesOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Addresses whose word about a visitor's address is taken; default: none. */
  readonly trustedProxies?: readonly string[];
}

/**
 * Runs the embedded services alone, on 127.0.0.1: for servers that hand requests on to them, and for tests.
 * @returns their origin, without a trailing slash, and what ends them
 * @throws DatabaseError, or the listening error of Node.js when the port is taken
 */
export async function startServices(options: StandaloneOptions) {
  const { port = 0, trustedProxies = [] } = options;
  const fastify = Fastify({ ...serverOptions, trustProxy: [...trustedProxies] });
  await fastify.register(services, options);
  try {
    const url = await fastify.listen({ host: '127.0.0.1', port });
    return { url, close: () => fastify.close() };
  } catch (error) {
    await fastify.close();
    throw error;
  }
}
