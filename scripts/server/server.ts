import Fastify from 'fastify';
import { transportOf } from '../http/headers';
import { services } from '../services/plugin';
import { serverOptions } from '../services/server-options';
import type { Settings } from '../environment';
import { site } from './site-plugin';
import { createStatusPage } from './status-page/status-page';

/** The port is taken; the message says what to do. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

export interface RunningSite {
  /** Where a browser on this machine finds it. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves a site folder and the services, embedded or forwarded, from one port.
 * An upstream that is away costs its calls, and no page.
 * @throws PortTaken, DatabaseError: one clear sentence each; nothing is left running
 */
export async function serveSite(settings: Settings): Promise<RunningSite> {
  const { port, dataDir, siteDir, siteUrl, upstreams, hsts, trustedProxies, statusToken } =
    settings;
  const fastify = Fastify({ ...serverOptions, trustProxy: [...trustedProxies] });
  try {
    await fastify.register(services, { dataDir, publicUrl: siteUrl, upstreams, hsts });
    const transport = transportOf(siteUrl, hsts);
    const statusPage = createStatusPage(siteDir, statusToken);
    await fastify.register(site, { siteDir, transport, statusPage });
    // Both loopback families under one name; a web server or a tunnel in front does the rest.
    await fastify.listen({ host: 'localhost', port });
  } catch (error) {
    await fastify.close();
    if (isPortTaken(error)) {
      throw new PortTaken(
        `Port ${port} is in use; stop what listens there, or set PORT to another one.`,
      );
    }
    throw error;
  }
  return { url: `http://localhost:${port}`, close: () => fastify.close() };
}
