import type { FastifyInstance } from 'fastify';
import { originAt } from '@composed/command/environment';

/**
 * Makes a server listen.
 * @param variable the environment variable with the port, for the error message
 * @returns the server's origin on this machine
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
    // Port 0 makes the system choose a port.
    return originAt(host, address !== null && typeof address === 'object' ? address.port : port);
  } catch (cause) {
    const code = String(Reflect.get(Object(cause), 'code'));
    const problem =
      code === 'EADDRINUSE'
        ? 'is in use; stop what listens there'
        : `of ${host} cannot be opened (${code}); correct HOST`;
    throw new Error(`Port ${port} ${problem}, or set ${variable} to another one.`, { cause });
  }
}
