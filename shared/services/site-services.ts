import type { SiteServices } from '@composed/http/services';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { serviceTable } from './service-table';
import { layout } from './page/layout';

/** The back end of this site, for the platform. Its host asks for one document, the prices. */
export const siteServices: SiteServices = {
  variables: serviceTable.variables,
  cookies: serviceTable.cookies,
  signInPrefixes: serviceTable.signInPrefixes,
  // Loaded when needed: most commands need neither server nor database, which take a fifth of their start.
  register: async (fastify, options) =>
    (await import('./plugin')).registerServices(fastify, options),
  layout,
  dataAddresses: ({ subscription = null }) =>
    subscription === null ? {} : { prices: subscription + tablesPath },
  readEmbeddedData: async (name, dataDir, isFirst) => {
    if (name !== 'prices') return undefined;
    const { readEmbeddedTables } = await import('./plans/plan-tables');
    return readEmbeddedTables(dataDir) ?? (isFirst ? readEmbeddedTables(null) : undefined);
  },
};
