import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { callsPrefix } from '@composed/contracts/composer';
import { isLocal } from '@composed/command/environment';
import { activeFilePolicy } from '@composed/contracts/headers';
import { sendErrorsAsJson } from './responses';
import { callBodyLimit, statusCookie } from './server-options';

/** Milliseconds until an embedded service's response has to have begun. */
const embeddedTimeLimit = 30_000;

/** Milliseconds until a connection to a real service has to stand. */
const connectTimeLimit = 5000;

interface ForwardOptions {
  /** Base of the real service. */
  readonly upstream: string;
  /** The address here: of one call, or with `below` the beginning of all calls. */
  readonly path: string;
  /** The address at the service, behind its base; default: `path`. */
  readonly target?: string;
  readonly below?: boolean;
  readonly method: HTTPMethods | readonly HTTPMethods[];
  /** Milliseconds until the upstream's response has to have begun. */
  readonly timeLimit?: number | undefined;
  /** Names of cookies of embedded services. */
  readonly cookies?: readonly string[];
  /** The name of the service in sentences; default: the beginning of its address. */
  readonly name?: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    publicHosts?: readonly string[];
  }
}

/**
 * Names the hosts of a public site. Services behind this server hear of no others.
 * @param origins of the live site, then of previews
 */
export function knowPublicHosts(fastify: FastifyInstance, origins: readonly (string | null)[]) {
  const knownOrigins = origins.flatMap((origin) => (origin === null ? [] : new URL(origin)));
  const isPublic = knownOrigins[0] !== undefined && !isLocal(knownOrigins[0].origin);
  if (isPublic)
    fastify.decorate(
      'publicHosts',
      knownOrigins.map(({ host }) => host),
    );
}

/**
 * Headers that no real service gets: the operator's, and unchecked ones. A service may trust them for the sender, the
 * address or the protocol of a request.
 */
const withheld = new Set([
  'authorization',
  'proxy-authorization',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'true-client-ip',
  'cf-connecting-ip',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-server',
  'x-forwarded-ssl',
  'x-forwarded-user',
  'x-remote-user',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
]);

/** Some services read `X_Real_IP` as `X-Real-IP`; nginx takes no name with an underscore. */
const isWithheld = (name: string) => name.includes('_') || withheld.has(name);

/** Headers of a response that affect the whole origin, or act by themselves. Those of an app's service are removed. */
const ofTheOrigin = new Set([
  'clear-site-data',
  'strict-transport-security',
  'service-worker-allowed',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
  'refresh',
  'link',
  'x-accel-redirect',
  'x-sendfile',
]);

/** The cookies that no real service gets: the operator's, and those of embedded services. */
const ownCookies = (embedded: readonly string[]) =>
  new RegExp(`^(?:${[...embedded.map((name) => `(?:__Host-)?${name}`), statusCookie].join('|')})=`);

/** The headers of a response, limited to its path. */
function headersBelow(path: string, { 'set-cookie': cookies, ...headers }: IncomingHttpHeaders) {
  // The HTTP client gives a single cookie as text, despite its types.
  const scoped =
    cookies &&
    [cookies].flat().map((cookie) => {
      const otherAttributes = cookie.replace(/;\s*(?:path|domain)\s*(?:=[^;]*)?(?=;|$)/gi, '');
      return `${otherAttributes}; Path=${path}`;
    });
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheOrigin.has(name))),
    ...(scoped && { 'set-cookie': scoped }),
    // A service's document could run unpublished scripts at the site's origin.
    'content-security-policy': activeFilePolicy,
    'x-content-type-options': 'nosniff',
  };
}

/** The headers that this server sets on a request to a service. */
const forwardedHeaders = (
  {
    id,
    ip,
    protocol,
    host,
    headers: { cookie },
  }: Pick<FastifyRequest, 'id' | 'ip' | 'protocol' | 'host' | 'headers'>,
  ownCookie: RegExp,
  publicHosts: readonly string[],
) => ({
  ...(cookie !== undefined && {
    cookie: cookie
      .split(/;\s*/)
      .filter((pair) => !ownCookie.test(pair))
      .join('; '),
  }),
  'x-request-id': id,
  'x-forwarded-for': ip,
  'x-forwarded-proto': protocol,
  // A service may use the host in links, so a forged one is replaced.
  'x-forwarded-host': publicHosts.includes(host) ? host : (publicHosts[0] ?? host),
});

function describeFailure(error: Error, name: string) {
  const isLate = 'statusCode' in error && error.statusCode === 504;
  const what = isLate ? 'did not answer in time' : 'cannot be reached';
  return { status: isLate ? 504 : 502, reason: `The ${name} service ${what}.` };
}

/** Hands calls to the real service, with their bodies, headers and statuses. */
export async function forward(fastify: FastifyInstance, options: ForwardOptions) {
  const { upstream, path, target = path, below = false, method, cookies = [] } = options;
  const { timeLimit = embeddedTimeLimit, name = path.split('/')[1] ?? '' } = options;
  const base = new URL(upstream);
  const { publicHosts = [] } = fastify;
  const ownCookie = ownCookies(cookies);

  sendErrorsAsJson(fastify);
  fastify.removeAllContentTypeParsers();
  // A body is read whole, so that one over the limit never reaches the service, and is passed on unchanged.
  fastify.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: callBodyLimit },
    (_request, body, done) => done(null, Readable.from([body])),
  );
  // The proxy is loaded where calls are forwarded: it brings an HTTP client of a hundred modules.
  const { default: httpProxy } = await import('@fastify/http-proxy');
  await fastify.register(httpProxy, {
    proxyPayloads: false,
    // Lines of the proxy's own would hold the query.
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
    // A create call that may have arrived must not be sent twice.
    retryMethods: [],
    replyOptions: {
      timeout: timeLimit,
      rewriteRequestHeaders: (request, headers) => ({
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => !isWithheld(name))),
        ...forwardedHeaders(request, ownCookie, publicHosts),
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
 * A step to the folder above, by which a call would leave the base of its service. Some services decode slashes first,
 * and some ignore the text after a semicolon.
 */
const stepUp = /(?:[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\;#]|%2f|%5c|%3b|$)/i;

const anyMethod: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Hands calls to `/api/<app>/…` to the service that the operator names for the app.
 * @param options apis: app → base of its service
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
    if (stepUp.test(path)) return reply.code(404).send({ reason: 'Nothing is there.' });
    return undefined;
  });
  for (const [name, upstream] of Object.entries(apis)) {
    const path = `${callsPrefix}/${name}`;
    const rest = { below: true, method: methods, cookies, name };
    await fastify.register(forward, { upstream, path, target: '', ...rest });
  }
}
