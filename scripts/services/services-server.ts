import { createServer } from 'node:net';
import Fastify from 'fastify';
import { services, type ServicesOptions } from './plugin';
import { serverOptions } from './server-options';

export interface StandaloneOptions extends Omit<ServicesOptions, 'publicUrl' | 'upstreams'> {
  /** Default: a free one. */
  readonly port?: number;
  /** Default: the server's own address. Give the dev server's where that one hands requests on. */
  readonly publicUrl?: string;
  readonly upstreams?: ServicesOptions['upstreams'];
  /** Addresses whose word about a visitor's address is taken; default: none. */
  readonly trustedProxies?: readonly string[];
}

export interface RunningServices {
  /** Origin, without a trailing slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The public address is part of what the server is made of, so the port has to be known before. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Runs the embedded services alone, on 127.0.0.1: for the standalone dev servers, which hand requests
 * on to it, and for tests.
 * @throws DatabaseError, or the listening error of Node.js when the port is taken
 */
export async function startServices(options: StandaloneOptions): Promise<RunningServices> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const fastify = Fastify({ ...serverOptions, trustProxy: [...(options.trustedProxies ?? [])] });
  await fastify.register(services, {
    upstreams: { subscription: null, manager: null, storeUi: null },
    ...options,
    publicUrl: options.publicUrl ?? url,
  });
  try {
    await fastify.listen({ host: '127.0.0.1', port });
  } catch (error) {
    await fastify.close();
    throw error;
  }
  return { url, close: () => fastify.close() };
}
