import type { Limit, Limits } from '@composed/http/calls/rate-limit';
import { startServices } from '@composed/server/serve/services-server';
import { registerServices, type OwnOptions } from '../plugin';
import { freePort } from '@composed/http/operations/free-port';

const unlimited: Limit = { tries: 1e9, minutes: 1 };

/** Limits that no test reaches, for tests of other things. */
export const noLimits: Limits = {
  create: unlimited,
  createForEmail: unlimited,
  signIn: unlimited,
  signInForEmail: unlimited,
  telemetry: unlimited,
  telemetryThatDecides: unlimited,
};

/**
 * Starts all services, with a cheap hash and without limits.
 * @param ownOptions options that differ
 */
export async function startTestServices(dataDir: string, ownOptions: Partial<OwnOptions> = {}) {
  // The public address is an option of the server, so the port has to be known before.
  const port = await freePort();
  const options = {
    dataDir,
    publicUrl: `http://127.0.0.1:${port}`,
    passwordCost: { log2N: 10, r: 8, p: 1 },
    limits: noLimits,
    ...ownOptions,
  };
  const register: typeof registerServices = (fastify, given) =>
    registerServices(fastify, { ...options, ...given });
  return startServices({ register }, options, { port, trustedProxies: ['127.0.0.1'] });
}
