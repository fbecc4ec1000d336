import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyHttpOptions } from 'fastify';
import { METHODS, type Server } from 'node:http';
import { english, type SiteLanguage } from '@composed/contracts/site-language';
import type { Environment } from '@composed/command/environment';
import { refuseUnreadable } from '../pages/unreadable-request';
import { createMetrics } from './metrics';
import { type Check, openProbes, watchDependencies } from './health';
import { listen } from './listen';
import { openLog } from './log';
import { observe } from './observe';

export type ServerSettings = Pick<
  Environment,
  'host' | 'port' | 'probePort' | 'drainSeconds' | 'keepAliveSeconds' | 'log' | 'trustedProxies'
>;

/** Whether Fastify's router can decode a URL. */
function isReadable(url: string): boolean {
  try {
    return decodeURIComponent(url.replace(/\?.*/s, '')) !== '';
  } catch {
    return false;
  }
}

/** @param options logging, and the limits of requests */
function createFastify(
  { keepAliveSeconds, trustedProxies }: ServerSettings,
  options: FastifyHttpOptions<Server>,
  language: SiteLanguage,
) {
  const fastify = Fastify({
    ...options,
    keepAliveTimeout: keepAliveSeconds * 1000,
    trustProxy: [...trustedProxies],
    // A URL that cannot be decoded becomes a path that no route matches.
    rewriteUrl: ({ url = '' }) => (isReadable(url) ? url : '/:malformed'),
    clientErrorHandler: (error, socket) => refuseUnreadable(language, error, socket),
    // Serves the requests that arrive while the server closes.
    return503OnClosing: false,
  });
  // Lets routes handle every method that Node parses, if only to refuse it.
  for (const method of METHODS)
    if (!fastify.supportedMethods.includes(method)) fastify.addHttpMethod(method);
  return fastify;
}

/**
 * Creates a server with log, metrics and probes.
 * @param limits Fastify's options against slow and oversized requests
 * @param language of the pages for requests that cannot be parsed
 */
export function createServer(
  settings: ServerSettings,
  limits: FastifyHttpOptions<Server>,
  language = english,
) {
  const { host, port, probePort, drainSeconds } = settings;
  const metrics = probePort === null ? null : { ...createMetrics(), port: probePort };
  const log = openLog(settings, () => metrics?.lostLines.inc());
  const checks = new Map<string, Check>();
  let draining = false;
  const fastify = createFastify(settings, { ...limits, ...log.options }, language);
  observe(fastify, metrics, () => draining);

  /**
   * Makes the server listen.
   * @param isReady decides, given the needs that are unavailable, whether the server can serve
   * @returns `drain` gives load balancers time to send visitors to other servers; call it before `close`
   */
  async function start(isReady: (unavailable: Readonly<Record<string, Date>>) => Promise<boolean>) {
    const isObserved = metrics !== null || settings.log !== 'off';
    const dependencies = await watchDependencies(isObserved ? checks : new Map(), fastify.log);
    fastify.addHook('onClose', dependencies.stop);
    const url = await listen(fastify, host, port);
    const readHealth = async () => {
      const unavailable = dependencies.unavailable();
      return { ready: !draining && (await isReady(unavailable)), draining, unavailable };
    };
    const probes = metrics && (await openProbes(host, metrics, readHealth));
    return {
      url,
      log: fastify.log,
      drain: async () => {
        draining = true;
        fastify.log.info({ seconds: drainSeconds }, 'ends');
        await sleep(drainSeconds * 1000);
      },
      close: async () => {
        await fastify.close();
        await probes?.close();
        await log.flush();
      },
    };
  }
  return {
    fastify,
    metrics,
    /** Registers something that the server needs, with a check that rejects while it is unavailable. */
    addReadinessCheck: (name: string, check: Check) => void checks.set(name, check),
    start,
  };
}
