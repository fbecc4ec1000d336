import { getSiteDescription } from '@composed/apps/this-repository';
import { forwardApis, registerPublicHosts } from '@composed/http/calls/forward';
import { serverOptions } from '@composed/http/calls/server-options';
import type { ServicesOptions, SiteServices } from '@composed/http/services/site-services';
import { readEnvironment, type Environment } from '@composed/command/environment';
import type { Check } from '@composed/http/operations/health';
import { createServer, type ServerSettings } from '@composed/http/operations/create-server';

/**
 * Serves only a site's services, for servers that forward requests to them, and for tests.
 * @param settings by default a free port of this machine, without a log
 * @param checks for needs other than the database
 * @returns the origin, without a trailing slash, `drain` and `close`
 * @throws Error with one sentence when the server cannot start
 */
export async function startServices(
  {
    register,
    cookies = [],
  }: Pick<SiteServices, 'register'> & Partial<Pick<SiteServices, 'cookies'>>,
  options: ServicesOptions,
  settings: Partial<ServerSettings & Pick<Environment, 'apiUrls'>> = {},
  checks: Readonly<Record<string, Check>> = {},
) {
  const localEnvironment = { ...readEnvironment({}), host: '127.0.0.1', port: 0 };
  const server = createServer(
    { ...localEnvironment, ...settings },
    serverOptions,
    getSiteDescription(),
  );
  const { fastify, metrics, addReadinessCheck, start } = server;
  for (const [name, check] of Object.entries(checks)) addReadinessCheck(name, check);
  try {
    registerPublicHosts(fastify, [options.publicUrl]);
    await fastify.register(register, { ...options, metrics, addReadinessCheck });
    await fastify.register(forwardApis, { apis: settings.apiUrls ?? {}, cookies });
    return await start(async (unavailable) => !('database' in unavailable));
  } catch (error) {
    await fastify.close();
    throw error;
  }
}
