import { readSettings } from '../platform/environment';
import { createServer, type ServerSettings } from '../platform/operations/server';
import type { Check } from '../platform/operations/health';
import { services, type ServicesOptions } from './plugin';
import { serverOptions } from './server-options';

/**
 * Runs the embedded services alone: for servers that hand requests on to them, and for tests.
 * @param settings what differs from a free port of this machine, without a log
 * @param needed what is needed besides the database
 * @returns their origin, without a trailing slash, and what ends them
 * @throws DatabaseError, or Error with one sentence when they cannot listen
 */
export async function startServices(
  options: ServicesOptions,
  settings: Partial<ServerSettings> = {},
  needed: Readonly<Record<string, Check>> = {},
) {
  const own = { ...readSettings({}), host: '127.0.0.1', port: 0 };
  const server = createServer({ ...own, ...settings }, serverOptions);
  const { fastify, figures, need, start } = server;
  for (const [part, check] of Object.entries(needed)) need(part, check);
  try {
    await fastify.register(services, { ...options, figures, need });
    return await start(async (away) => !('database' in away));
  } catch (error) {
    await fastify.close();
    throw error;
  }
}
