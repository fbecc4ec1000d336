import type { FastifyInstance } from 'fastify';
import { findHstsScope } from '@composed/contracts/headers';
import { telemetryPath } from '@composed/contracts/telemetry';
import {
  allEmbedded,
  checkUpstream,
  closeDatabase,
  defaultLimits,
  forward,
  isCollecting,
  repeat,
  createTelemetryCounts,
  telemetryRoute,
  type Limits,
  type ServicesOptions,
  type UpstreamVariables,
} from '@composed/http/services';
import { pricesName } from '@shopwright/shared/contracts/provides';
import { serviceTable } from './service-table';
import { openServicesDatabase } from './database';
import { openAccounts } from './accounts/accounts';
import { createPasswordHasher, type ScryptCost } from './accounts/passwords';
import { accountsRoute } from './accounts/route';
import { typeface } from './page/layout';
import { preparePlansQuery } from './plans/plans';
import { plansRoute } from './plans/route';
import { redirectRoute } from './redirect/redirect';
import { shopUiRoutes } from './shop-ui/routes';

export interface SiteServicesOptions extends ServicesOptions {
  /** Overrides of the default limits, for load tests. */
  readonly limits?: Partial<Limits>;
  /** Default: `productionCost`. Tests that are not about passwords set a lower cost. */
  readonly passwordCost?: ScryptCost;
}

const variables: UpstreamVariables = serviceTable.variables;

/** Registers a forwarding route for each call whose service has an upstream URL. */
async function forwardCalls(
  fastify: FastifyInstance,
  calls: readonly {
    readonly service: 'subscription' | 'manager';
    readonly path: string;
    readonly method: 'GET' | 'POST';
  }[],
  upstreams: Readonly<Record<'subscription' | 'manager', string | null>>,
): Promise<void> {
  const { cookies, timeLimits } = serviceTable;
  for (const { service, path, method } of calls) {
    const upstream = upstreams[service];
    const timeLimit = timeLimits[service];
    if (upstream !== null)
      await fastify.register(forward, { upstream, path, method, timeLimit, cookies });
  }
}

/**
 * Registers the services that have no upstream URL, and the collector of telemetry. Opens the database, and closes it
 * with the server.
 * @throws UserError if the database cannot be used
 */
async function registerEmbedded(
  fastify: FastifyInstance,
  options: SiteServicesOptions,
): Promise<void> {
  const { dataDir, publicUrl, metrics, addReadinessCheck } = options;
  const { subscription = null, manager = null, storeUi = null } = options.upstreams ?? {};
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const database = openServicesDatabase(dataDir);
  const passwords = createPasswordHasher(options.passwordCost);
  const accounts = openAccounts(database, passwords);
  addReadinessCheck?.('database', async () => database.prepare('SELECT 1').get());
  metrics?.addGauge('sign_in_queue', 'Sign-ins that wait for their turn.', passwords.waiting);
  const counts = createTelemetryCounts(database);
  // Visits are counted in the background, so that no visitor waits. A visit that cannot be counted is lost.
  const stopFlushing = repeat(1000, () => counts.flush());
  fastify.addHook('onClose', async () => {
    await stopFlushing();
    await counts.flush().catch(() => undefined);
    closeDatabase(database);
  });
  const getShownReleases = options.getShownReleases ?? (() => null);
  const onFault = (app: string, release: string) => metrics?.faults.inc({ app, release });
  await fastify.register(telemetryRoute, { counts, limits, getShownReleases, onFault });
  if (subscription === null) {
    const prices = options.data?.[pricesName];
    const read = prices ? () => prices.value : preparePlansQuery(database);
    await fastify.register(plansRoute, { read });
  }
  const hstsScope = findHstsScope(publicUrl, options.hsts);
  if (manager === null) {
    await fastify.register(accountsRoute, { accounts, limits, secure: hstsScope !== null });
  }
  if (storeUi === null) {
    await fastify.register(shopUiRoutes, { database, accounts, limits, publicUrl, hstsScope });
  }
}

/**
 * Registers the embedded services, and routes that forward calls to the services that have an upstream URL. The server
 * must have been created with `serverOptions`.
 * @throws UserError if the database cannot be used
 */
export async function registerServices(
  fastify: FastifyInstance,
  options: SiteServicesOptions,
): Promise<void> {
  const { publicUrl, upstreams = allEmbedded(variables), addReadinessCheck } = options;
  const { subscription = null, manager = null, storeUi = null } = upstreams;
  const services = { subscription, manager, storeUi };
  for (const [name, url] of Object.entries(services)) {
    // With "npm run services", the service store-ui is on this server, which cannot be an upstream of itself.
    if (url !== null && url !== publicUrl)
      addReadinessCheck?.(name, () => checkUpstream(variables[name] ?? name, url));
  }
  // A server that forwards every call has no database to count visits in, so it forwards telemetry too.
  const isForwarding = !isCollecting(upstreams);
  const telemetry = { service: 'manager', path: telemetryPath, method: 'POST' } as const;
  const calls = [...serviceTable.calls, ...(isForwarding ? [telemetry] : [])];
  await forwardCalls(fastify, calls, services);
  await fastify.register(redirectRoute, { storeUi: storeUi ?? publicUrl });
  // Registered even if the sign-in has an upstream URL, because the status page uses the typeface too.
  fastify.get(typeface.path, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('font/woff2')
      .send(typeface.bytes),
  );
  if (!isForwarding) await registerEmbedded(fastify, options);
}
