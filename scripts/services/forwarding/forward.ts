import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import {
  sendErrorsAsJson,
  callBodyLimit,
  connectTimeLimit,
  ownCookiesBeside,
  withheldHeaders,
} from '@composed/http/services';
import { backEnd } from '../back-end';

interface ForwardOptions {
  /** Base of the real service; the call's own path is appended to it whole. */
  readonly upstream: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** Milliseconds until the upstream's answer has to have begun. */
  readonly timeLimit: number;
}

const ownCookie = new RegExp(`^${ownCookiesBeside(backEnd.cookies)}=`);

const withheld = new Set(withheldHeaders.map((name) => name.toLowerCase()));

/** Some services read `X_Real_IP` as `X-Real-IP`; nginx takes no name with an underscore. */
const isWithheld = (name: string) => name.includes('_') || withheld.has(name);

/** Hands one call to the real service: body, headers and status pass through as they are. */
export async function forward(fastify: FastifyInstance, options: ForwardOptions) {
  const { upstream, path, method, timeLimit } = options;
  const base = new URL(upstream);
  const service = path.split('/')[1] ?? '';

  sendErrorsAsJson(fastify);
  fastify.removeAllContentTypeParsers();
  // Read whole, so that one that is too large never reaches the service, and handed on as it came.
  fastify.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: callBodyLimit },
    (_request, body, done) => done(null, Readable.from([body])),
  );
  // Loaded only where something is forwarded: it brings an HTTP client of a hundred modules.
  const { default: httpProxy } = await import('@fastify/http-proxy');
  await fastify.register(httpProxy, {
    proxyPayloads: false,
    // Its own lines hold the query.
    disableRequestLogging: true,
    upstream: base.origin,
    prefix: path,
    rewritePrefix: `${base.pathname.replace(/\/$/, '')}${path}`,
    routes: ['/'],
    httpMethods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    undici: {
      connectTimeout: Math.min(timeLimit, connectTimeLimit),
      headersTimeout: timeLimit,
      bodyTimeout: timeLimit,
    },
    // A create call that may have arrived must not be sent twice.
    retryMethods: [],
    replyOptions: {
      timeout: timeLimit,
      rewriteRequestHeaders: (request, headers) => ({
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => !isWithheld(name))),
        ...(request.headers.cookie !== undefined && {
          cookie: request.headers.cookie
            .split(/;\s*/)
            .filter((pair) => !ownCookie.test(pair))
            .join('; '),
        }),
        'x-request-id': request.id,
        'x-forwarded-for': request.ip,
        'x-forwarded-proto': request.protocol,
        'x-forwarded-host': request.host,
      }),
      onError: (reply, { error }) => {
        const isLate = 'statusCode' in error && error.statusCode === 504;
        const what = isLate ? 'did not answer in time' : 'cannot be reached';
        void reply
          .code(isLate ? 504 : 502)
          .header('cache-control', 'no-store')
          .send({ reason: `The ${service} service ${what}.` });
      },
    },
  });
}
