import { Readable } from 'node:stream';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { callsPrefix } from '@composed/contracts/composer';
import { isLocal } from '@composed/command/environment';
import {
  forwardedHeaders,
  headersBelow,
  isWithheld,
  withheldCookiePattern,
} from './forwarded-headers';
import { sendErrorsAsJson } from './responses';
import { callBodyLimit } from './server-options';

/** Milliseconds until a service must begin its response. */
const defaultTimeLimit = 30_000;

/** Milliseconds to connect to a service. */
const connectTimeLimit = 5000;

interface ForwardOptions {
  /** The base address of the real service. */
  readonly upstream: string;
  /** The path on this server: of one call, or with `below` the prefix of all calls. */
  readonly path: string;
  /** The path at the service, after its base address. Default: `path`. */
  readonly target?: string;
  /** Whether calls to all paths below `path` are forwarded, too. */
  readonly below?: boolean;
  readonly method: HTTPMethods | readonly HTTPMethods[];
  /** Milliseconds until the service must begin its response. */
  readonly timeLimit?: number | undefined;
  /** The names of the embedded services' cookies, which are not forwarded. */
  readonly cookies?: readonly string[];
  /** The name of the service in error messages. Default: the first segment of `path`. */
  readonly name?: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    publicHosts?: readonly string[];
  }
}

/**
 * Registers the hosts of a public site. Forwarded requests name only these hosts.
 * @param origins the origin of the live site, then that of previews
 */
export function registerPublicHosts(fastify: FastifyInstance, origins: readonly (string | null)[]) {
  const knownOrigins = origins.flatMap((origin) => (origin === null ? [] : new URL(origin)));
  const isPublic = knownOrigins[0] !== undefined && !isLocal(knownOrigins[0].origin);
  if (isPublic)
    fastify.decorate(
      'publicHosts',
      knownOrigins.map(({ host }) => host),
    );
}

function describeFailure(error: Error, name: string) {
  const isTimeout = 'statusCode' in error && error.statusCode === 504;
  const problem = isTimeout ? 'did not answer in time' : 'cannot be reached';
  return { status: isTimeout ? 504 : 502, reason: `The ${name} service ${problem}.` };
}

/** Forwards calls to a real service. The fields of `ForwardOptions` say which. */
export async function forward(fastify: FastifyInstance, options: ForwardOptions) {
  const { upstream, path, target = path, below = false, method, cookies = [] } = options;
  const { timeLimit = defaultTimeLimit, name = path.split('/')[1] ?? '' } = options;
  const base = new URL(upstream);
  const { publicHosts = [] } = fastify;
  const withheldCookie = withheldCookiePattern(cookies);

  sendErrorsAsJson(fastify);
  fastify.removeAllContentTypeParsers();
  // Reads the whole body before it forwards it unchanged, so a body over the limit never reaches the service.
  fastify.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: callBodyLimit },
    (_request, body, done) => done(null, Readable.from([body])),
  );
  // Loaded on demand, since the proxy brings an HTTP client of a hundred modules.
  const { default: httpProxy } = await import('@fastify/http-proxy');
  await fastify.register(httpProxy, {
    proxyPayloads: false,
    // The proxy would log the query, which may contain personal data.
    disableRequestLogging: true,
    upstream: base.origin,
    prefix: path,
    rewritePrefix: `${base.pathname.replace(/\/$/, '')}${target}`,
    routes: below ? ['/*'] : ['/'],
    httpMethods: method === 'GET' ? ['GET', 'HEAD'] : [method].flat(),
    undici: {
      connectTimeout: Math.min(timeLimit, connectTimeLimit),
      headersTimeout: timeLimit,
      bodyTimeout: timeLimit,
    },
    // A call that creates something may have arrived before the connection failed, so nothing is sent twice.
    retryMethods: [],
    replyOptions: {
      timeout: timeLimit,
      rewriteRequestHeaders: (request, headers) => ({
        ...Object.fromEntries(Object.entries(headers).filter(([header]) => !isWithheld(header))),
        ...forwardedHeaders(request, withheldCookie, publicHosts),
      }),
      ...(below && {
        rewriteHeaders: (headers) => headersBelow(path, headers),
      }),
      onError: (reply, { error }) => {
        const { status, reason } = describeFailure(error, name);
        void reply.code(status).header('cache-control', 'no-store').send({ reason });
      },
    },
  });
}

/**
 * A segment "." or "..", with which a call could leave the base address of its service. The pattern covers encoded characters,
 * and text after a semicolon, which some services ignore.
 */
const parentSegment = /(?:[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\;#]|%2f|%5c|%3b|$)/i;

const anyMethod: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Forwards calls to `/api/<app>/…` to the service that the operator has configured for the app.
 * @param options `apis`: app → base address of its service; `cookies`: those of the embedded services
 */
export async function forwardApis(
  fastify: FastifyInstance,
  options: {
    readonly apis: Readonly<Record<string, string>>;
    readonly cookies: readonly string[];
    readonly methods?: readonly HTTPMethods[];
  },
) {
  const { apis, cookies, methods = anyMethod } = options;
  fastify.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (parentSegment.test(path)) return reply.code(404).send({ reason: 'Nothing is there.' });
    return undefined;
  });
  for (const [name, upstream] of Object.entries(apis)) {
    const path = `${callsPrefix}/${name}`;
    const rest = { below: true, method: methods, cookies, name };
    await fastify.register(forward, { upstream, path, target: '', ...rest });
  }
}
