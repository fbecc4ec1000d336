import type { FastifyInstance } from 'fastify';
import { getSiteDescription } from '@composed/apps/this-repository';
import { isLocal, originAt, type Environment } from '@composed/command/environment';
import { findHstsScope } from '@composed/contracts/headers';
import { createServer } from '@composed/http/operations/create-server';
import { openStore } from '@composed/release/store/open-store';
import { forwardApis, registerPublicHosts } from '@composed/http/calls/forward';
import { serverOptions } from '@composed/http/calls/server-options';
import type { SiteServices } from '@composed/http/services/site-services';
import { watchCanary } from '../canary/watch-canary';
import { followLedger } from './follow-ledger';
import { followBucket, followFolder } from './site-files';
import { showRefusals, sitePlugin } from './site-plugin';
import { createStatusPage } from '../status-page/status-page';

/** Opens the store of a site, and follows its files and its ledger until the server closes. */
export async function openSite(fastify: FastifyInstance, environment: Environment) {
  const store = await openStore(environment);
  const files =
    environment.siteStore === null
      ? {
          ...followFolder(environment.siteDir),
          ...(await followLedger(store, fastify.log)),
        }
      : await followBucket(store, fastify.log);
  fastify.addHook('onClose', files.stop);
  return { store, files };
}

/**
 * Serves a site and its services, embedded or forwarded, on one port. While a real service is down, only its calls
 * fail.
 * @param judgeInterval of `watchCanary`, in milliseconds
 * @returns the origin on this machine, `drain` and `close`
 * @throws Error with one sentence when the server cannot start. Nothing is left running.
 */
export async function serveSite(
  environment: Environment,
  services: SiteServices,
  judgeInterval?: number,
) {
  const { dataDir, siteUrl, previewUrl, upstreams, hsts, statusToken } = environment;
  const server = createServer(environment, serverOptions, getSiteDescription());
  const { fastify, metrics, addReadinessCheck } = server;
  try {
    const { store, files } = await openSite(fastify, environment);
    addReadinessCheck('store', async () => {
      if (files.unavailableSince() !== null) throw new Error();
    });
    metrics?.addCounter('store_polls', 'Reads of the ledger, by outcome.', files.polls);
    metrics?.addCounter('file_reads', 'Files that were read, by source.', files.reads);
    const since = () => Date.parse(files.ledger()?.live?.since ?? '');
    const age = () => Math.round((Date.now() - since()) / 1000);
    metrics?.addGauge('site_age_seconds', 'Time since the served deployment went live.', age);
    const hstsScope = findHstsScope(siteUrl, hsts);
    showRefusals(fastify, files, hstsScope);
    const canaryWatch = watchCanary(store, environment, services, judgeInterval);
    fastify.addHook('onClose', canaryWatch.stop);
    const servicesOptions = {
      dataDir,
      publicUrl: siteUrl,
      upstreams,
      hsts,
      getShownReleases: canaryWatch.getShownReleases,
      metrics,
      addReadinessCheck,
    };
    registerPublicHosts(fastify, [siteUrl, previewUrl]);
    await fastify.register(services.register, servicesOptions);
    await fastify.register(forwardApis, { apis: environment.apiUrls, cookies: services.cookies });
    // Runs before the server listens, so that the telemetry of the first visitors is accepted.
    await canaryWatch.start(fastify.log);
    const isPublic = !isLocal(siteUrl) || !isLocal(originAt(environment.host, environment.port));
    const statusPage = createStatusPage({
      store,
      dataDir,
      token: statusToken,
      unavailableSince: files.unavailableSince,
      problem: canaryWatch.problem,
      isPublic,
      layout: services.layout,
    });
    await fastify.register(sitePlugin, {
      files,
      hstsScope,
      origins: { siteUrl, previewUrl },
      statusPage,
      secret: () => canaryWatch.getShownReleases()?.canary?.secret ?? null,
    });
    const readHome = () => files.readSiteFile('live', 'index.html', '').catch(() => null);
    return await server.start(async () => (await readHome()) !== null);
  } catch (error) {
    await fastify.close();
    throw error;
  }
}
