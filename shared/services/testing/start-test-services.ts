import type { Limit, Limits } from '@composed/http/calls/rate-limit';
import { startServices } from '@composed/server/serve/services-server';
import { registerServices, type SiteServicesOptions } from '../register-services';
import { freePort } from '@composed/http/operations/free-port';

const unlimited: Limit = { tries: 1e9, minutes: 1 };

/** Limits that no test reaches, for tests that are not about limits. */
export const noLimits: Limits = {
  create: unlimited,
  createForEmail: unlimited,
  signIn: unlimited,
  signInForEmail: unlimited,
  telemetry: unlimited,
  telemetryThatDecides: unlimited,
};

/**
 * Starts all services, with a cheap password hash and without limits.
 * @param overrides further options, or others in place of these
 */
export async function startTestServices(
  dataDir: string,
  overrides: Partial<SiteServicesOptions> = {},
) {
  // The public URL is an option of the server, so the port must be known before the server starts.
  const port = await freePort();
  const options = {
    dataDir,
    publicUrl: `http://127.0.0.1:${port}`,
    passwordCost: { log2N: 10, r: 8, p: 1 },
    limits: noLimits,
    ...overrides,
  };
  const register: typeof registerServices = (fastify, serverOptions) =>
    registerServices(fastify, { ...options, ...serverOptions });
  return startServices({ register }, options, { port, trustedProxies: ['127.0.0.1'] });
}
