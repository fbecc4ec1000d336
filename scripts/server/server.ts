import Fastify, { type FastifyInstance } from 'fastify';
import { transportOf } from '../http/headers';
import { services } from '../services/plugin';
import { serverOptions } from '../services/server-options';
import { isLocal, type Settings } from '../environment';
import { hasCode } from '../release/stores/folder-files';
import { openStore } from '../release/stores/open-store';
import { watchCanary } from './canary/watch';
import { followBucket, followFolder } from './site-files';
import { site } from './site-plugin';
import { createStatusPage } from './status-page/status-page';

/** The store and the files of a site, which are followed until the server closes. */
export async function openSite(fastify: FastifyInstance, settings: Settings) {
  const store = await openStore(settings);
  if (settings.siteStore === null) {
    return { store, files: followFolder(settings.siteDir), awaySince: () => null };
  }
  const files = await followBucket(store);
  fastify.addHook('onClose', files.stop);
  return { store, files, awaySince: files.awaySince };
}

/**
 * Serves a site and the services, embedded or forwarded, from one port.
 * An upstream that is away costs its calls, and no page.
 * @param judgeEvery milliseconds between two looks at the canary
 * @returns where a browser on this machine finds it, and what ends it
 * @throws Error when the port is taken, DatabaseError: one clear sentence each; nothing is left running
 */
export async function serveSite(settings: Settings, judgeEvery = 5000) {
  const { port, dataDir, siteUrl, previewUrl, upstreams, hsts, trustedProxies, statusToken } =
    settings;
  const fastify = Fastify({ ...serverOptions, trustProxy: [...trustedProxies] });
  try {
    const { store, files, awaySince } = await openSite(fastify, settings);
    const canary = watchCanary(store, settings, judgeEvery);
    fastify.addHook('onClose', canary.stop);
    const { shown, problem } = canary;
    await fastify.register(services, { dataDir, publicUrl: siteUrl, upstreams, hsts, shown });
    // Before the first visitor: what nobody knows of cannot be counted.
    await canary.start();
    const transport = transportOf(siteUrl, hsts);
    const statusPage = createStatusPage(
      store,
      dataDir,
      statusToken,
      awaySince,
      problem,
      !isLocal(siteUrl),
    );
    const secret = () => shown()?.canary?.secret ?? null;
    await fastify.register(site, {
      files,
      transport,
      origins: { siteUrl, previewUrl },
      statusPage,
      secret,
    });
    // Both loopback families under one name; a web server or a tunnel in front does the rest.
    await fastify.listen({ host: 'localhost', port });
  } catch (error) {
    await fastify.close();
    if (hasCode(error, 'EADDRINUSE')) {
      throw new Error(
        `Port ${port} is in use; stop what listens there, or set PORT to another one.`,
        { cause: error },
      );
    }
    throw error;
  }
  return { url: `http://localhost:${port}`, close: () => fastify.close() };
}
