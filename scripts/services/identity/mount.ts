import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { refuseForNow } from '../answers';
import type { Count } from '../limits';
import { identityPath } from './client';

/**
 * Makes a request look as it did at the public address, whatever stands in front and whatever the
 * client claims about it: the provider builds addresses and cookies from these headers.
 */
export function seenFromOutside(request: FastifyRequest, publicUrl: string) {
  const { protocol, host } = new URL(publicUrl);
  const { headers } = request.raw;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
  headers['x-forwarded-host'] = host;
  headers.host = host;
  return request.raw;
}

interface MountOptions {
  readonly provider: Provider;
  readonly publicUrl: string;
  readonly tooMany: Count;
}

/** Hands what is under `/identity` to the provider, which reads bodies itself. */
export async function identityMount(
  fastify: FastifyInstance,
  { provider, publicUrl, tooMany }: MountOptions,
) {
  const handle = provider.callback();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
  fastify.route({
    method: ['GET', 'HEAD', 'POST'],
    url: `${identityPath}/*`,
    handler: async (request, reply) => {
      const originalUrl = request.raw.url ?? '/';
      // Only these write for anybody; the store UI's own calls come from this process for all visitors.
      if (originalUrl.startsWith(`${identityPath}/auth`)) {
        const wait = await tooMany(request);
        if (wait !== null) return refuseForNow(reply, wait);
      }
      const raw = seenFromOutside(request, publicUrl);
      // As a mounted middleware sees it.
      Object.assign(raw, { originalUrl, url: originalUrl.slice(identityPath.length) });
      reply.hijack();
      await handle(raw, reply.raw);
    },
  });
}
