import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { TransportScope } from '../../http/headers';
import { refuseForNow } from '../answers';
import type { countTries } from '../limits';
import { messagePage, sendPage } from '../pages/pages';
import { identityPath, insideAddress } from './client';

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

/** What every route of the sign-in stands on. */
export interface SignInSite {
  readonly provider: Provider;
  /** Origin of the site. */
  readonly publicUrl: string;
  readonly transport: TransportScope | null;
}

interface MountOptions extends SignInSite {
  readonly countTry: ReturnType<typeof countTries>;
  /** State of the sign-in that a browser has started at the store UI, by the request's cookies. */
  readonly startedState: (request: FastifyRequest) => string | null;
}

const isInside = ({ raw }: FastifyRequest) => raw.socket.remoteAddress === insideAddress;

/** An authorization request of the store UI is about 400 characters long. */
const longestUrl = 1024;

/**
 * Hands requests to the provider, which is lax about letter case and reads bodies itself: visitors reach it by these
 * exact addresses only, each counted and of limited length; everything else is for this process.
 */
export async function identityMount(fastify: FastifyInstance, options: MountOptions) {
  const { provider, publicUrl, transport, countTry, startedState } = options;
  const handle = provider.callback();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));

  async function handOn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const originalUrl = request.raw.url ?? '/';
    const raw = seenFromOutside(request, publicUrl);
    // As a mounted middleware sees it.
    Object.assign(raw, { originalUrl, url: originalUrl.slice(identityPath.length) });
    reply.hijack();
    await handle(raw, reply.raw);
  }

  async function admit(request: FastifyRequest, reply: FastifyReply) {
    if (isInside(request)) return;
    if ((request.raw.url ?? '').length > longestUrl) {
      return sendPage(reply, transport, 414, messagePage('stale'));
    }
    const verdict = countTry({ address: request.ip });
    if ('retryAfter' in verdict) return refuseForNow(reply, verdict.retryAfter);
  }

  for (const path of ['/auth/:uid(^[\\w-]+$)', '/jwks', '/.well-known/openid-configuration']) {
    fastify.get(`${identityPath}${path}`, { onRequest: admit }, handOn);
  }

  // The provider keeps what it is asked here, so it is asked only by a browser that began at the store UI.
  fastify.get<{ Querystring: { state?: unknown } }>(
    `${identityPath}/auth`,
    { onRequest: admit },
    async (request, reply) => {
      const state = startedState(request);
      if (state === null || state !== request.query.state) {
        return sendPage(reply, transport, 400, messagePage('stale'));
      }
      return handOn(request, reply);
    },
  );

  fastify.route({
    method: ['GET', 'HEAD', 'POST'],
    url: `${identityPath}/*`,
    onRequest: async (request, reply) => {
      if (!isInside(request)) return sendPage(reply, transport, 404, messagePage('stale'));
    },
    handler: handOn,
  });
}
