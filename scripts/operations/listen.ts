import type { FastifyInstance } from 'fastify';
import { originAt } from '../environment';

const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is in use; stop what listens there, or set PORT to another one.`,
  EADDRNOTAVAIL: (host) =>
    `HOST is ${host}, which is no address of this machine; correct it, or unset it for this machine alone.`,
  EACCES: (_host, port) => `This account may not listen on port ${port}; set PORT to a higher one.`,
};

/**
 * @param variable of the environment that names the port
 * @returns where it is found on this machine
 * @throws Error with one sentence that says what to do
 */
export async function listen(
  fastify: FastifyInstance,
  host: string,
  port: number,
  variable = 'PORT',
): Promise<string> {
  try {
    await fastify.listen({ host, port });
    const address = fastify.server.address();
    // Port 0 asks for a free one.
    return originAt(host, address !== null && typeof address === 'object' ? address.port : port);
  } catch (error) {
    const reason = reasons[String(Reflect.get(Object(error), 'code'))]?.(host, port);
    if (reason === undefined) throw error;
    throw new Error(reason.replaceAll('PORT', variable), { cause: error });
  }
}
