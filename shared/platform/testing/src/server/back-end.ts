import {
  allEmbedded,
  closeDatabase,
  defaultLimits,
  forward,
  openDatabase,
  repeat,
  createTelemetryCounts,
  telemetryRoute,
  type SiteServices,
} from '@composed/http/services';

const stockCall = { path: '/api/stock', method: 'GET' } as const;

/** The back end of a fictional site, which collects telemetry and forwards one call. */
export const testServices = {
  variables: { stock: 'STOCK_URL', desk: 'DESK_URL' },
  cookies: ['desk_session'],
  signInPrefixes: ['/desk', '/counter'],
  layout: ({ title, body }) =>
    `<!doctype html><style></style><title>${title}</title>${String(body)}`,
  dataAddresses: () => ({}),
  readEmbeddedData: () => Promise.resolve(undefined),
  register: async (fastify, { dataDir, getShownReleases = () => null, metrics, ...options }) => {
    const { stock } = options.upstreams ?? allEmbedded(testServices.variables);
    if (stock) await fastify.register(forward, { ...stockCall, upstream: stock, cookies: [] });
    const database = openDatabase(dataDir);
    const counts = createTelemetryCounts(database);
    const stopFlushing = repeat(1000, () => counts.flush());
    fastify.addHook('onClose', async () => {
      await stopFlushing();
      await counts.flush();
      closeDatabase(database);
    });
    const onFault = (app: string, release: string) => metrics?.faults.inc({ app, release });
    await fastify.register(telemetryRoute, {
      counts,
      limits: defaultLimits,
      getShownReleases,
      onFault,
    });
  },
} satisfies SiteServices;
