import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { activeFilePolicy } from '@composed/contracts/headers';
import { statusCookie } from '../cookies/status-cookie';

/* The headers of calls to a real service, and of its responses. */

/**
 * Request headers that are not forwarded. Some are the operator's credentials. A service might trust the others for the
 * sender, the address or the protocol of a request, but any client can forge them.
 */
const withheldHeaders = new Set([
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

/** Withholds names with an underscore too, since some services read `X_Real_IP` as `X-Real-IP`. nginx does the same. */
export const isWithheld = (name: string) => name.includes('_') || withheldHeaders.has(name);

/**
 * Response headers that affect the whole origin, or that browsers and proxies act on. The service of an app must not
 * set them.
 */
const originHeaders = new Set([
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

/** Matches the cookies that are not forwarded: the operator's, and those of the embedded services. */
export function withheldCookiePattern(embeddedCookies: readonly string[]): RegExp {
  const embeddedNames = embeddedCookies.map((name) => `(?:__Host-)?${name}`);
  return new RegExp(`^(?:${[...embeddedNames, statusCookie].join('|')})=`);
}

const pathOrDomain = /;\s*(?:path|domain)\s*(?:=[^;]*)?(?=;|$)/gi;

/** Limits the effect of response headers to a path: cookies get that path, and headers for the origin are removed. */
export function headersBelow(
  path: string,
  { 'set-cookie': cookies, ...headers }: IncomingHttpHeaders,
) {
  // undici returns a single cookie as a string, although its type says array.
  const scopedCookies =
    cookies &&
    [cookies].flat().map((cookie) => `${cookie.replace(pathOrDomain, '')}; Path=${path}`);
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !originHeaders.has(name))),
    ...(scopedCookies && { 'set-cookie': scopedCookies }),
    // Without this policy, a document of the service could run unpublished scripts on the site's origin.
    'content-security-policy': activeFilePolicy,
    'x-content-type-options': 'nosniff',
  };
}

/** The headers that this server adds to a forwarded request, or replaces in it. */
export const forwardedHeaders = (
  {
    id,
    ip,
    protocol,
    host,
    headers: { cookie },
  }: Pick<FastifyRequest, 'id' | 'ip' | 'protocol' | 'host' | 'headers'>,
  withheldCookie: RegExp,
  publicHosts: readonly string[],
) => ({
  ...(cookie !== undefined && {
    cookie: cookie
      .split(/;\s*/)
      .filter((pair) => !withheldCookie.test(pair))
      .join('; '),
  }),
  'x-request-id': id,
  'x-forwarded-for': ip,
  'x-forwarded-proto': protocol,
  // A service may use the host in links, so an unknown, possibly forged one is replaced.
  'x-forwarded-host': publicHosts.includes(host) ? host : (publicHosts[0] ?? host),
});
