import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyHttpOptions } from 'fastify';
import { METHODS, type Server } from 'node:http';
import { english, type SiteLanguage } from '@composed/contracts/site-language';
import type { Settings } from '@composed/command/environment';
import { refuseUnread } from '../pages/unreadable-request';
import { createMetrics } from './metrics';
import { type Check, openProbes, watchNeeds } from './health';
import { listen } from './listen';
import { openLog } from './log';
import { observe } from './observe';

/** Settings of a server: where it listens, which proxies it trusts, what it logs. */
export type ServerSettings = Pick<
  Settings,
  'host' | 'port' | 'probePort' | 'drainSeconds' | 'keepAliveSeconds' | 'log' | 'trustedProxies'
>;

/** Whether Fastify's router can decode an address. */
function isReadable(url: string): boolean {
  try {
    return decodeURIComponent(url.replace(/\?.*/s, '')) !== '';
  } catch {
    return false;
  }
}

/** @param options how it logs, and how it keeps slow and oversized requests from holding on to it */
function createFastify(
  { keepAliveSeconds, trustedProxies }: ServerSettings,
  options: FastifyHttpOptions<Server>,
  language: SiteLanguage,
) {
  const fastify = Fastify({
    ...options,
    keepAliveTimeout: keepAliveSeconds * 1000,
    trustProxy: [...trustedProxies],
    // An address that cannot be decoded leads nowhere, like any unknown one.
    rewriteUrl: ({ url = '' }) => (isReadable(url) ? url : '/:malformed'),
    clientErrorHandler: (error, socket) => refuseUnread(language, error, socket),
    // A request that has come gets its response, even while the server closes.
    return503OnClosing: false,
  });
  // Every method that Node parses has a route, which may be a refusal.
  for (const method of METHODS)
    if (!fastify.supportedMethods.includes(method)) fastify.addHttpMethod(method);
  return fastify;
}

/**
 * A server with its log, metrics and probes.
 * @param limits options of Fastify that keep slow and oversized requests from holding on to it
 * @param language of the site, for people whose requests cannot be read
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
   * @param isReady whether there is something to serve while these needs are unavailable
   * @returns its origin, its log, `drain`, which lets visitors go elsewhere first, and `close`
   */
  async function start(isReady: (unavailable: Readonly<Record<string, Date>>) => Promise<boolean>) {
    const isAsked = metrics !== null || settings.log !== 'off';
    const needs = await watchNeeds(isAsked ? checks : new Map(), fastify.log);
    fastify.addHook('onClose', needs.stop);
    const url = await listen(fastify, host, port);
    const readHealth = async () => {
      const unavailable = needs.unavailable();
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
    /** Names something that the server needs; a check that throws says that it is unavailable. */
    need: (name: string, check: Check) => void checks.set(name, check),
    start,
  };
}
