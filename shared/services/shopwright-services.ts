import type { SiteServices } from '@composed/http/services';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { pricesName } from '@shopwright/shared/contracts/provides';
import { serviceTable } from './service-table';
import { layout } from './page/layout';

/** The back end of this site, as the platform needs it. The host asks for one item of data, the prices. */
export const siteServices: SiteServices = {
  variables: serviceTable.variables,
  cookies: serviceTable.cookies,
  signInPrefixes: serviceTable.signInPrefixes,
  // Imported on demand: most commands need neither the server nor the database, a fifth of their start-up time.
  register: async (fastify, options) =>
    (await import('./register-services')).registerServices(fastify, options),
  layout,
  dataAddresses: ({ subscription = null }) =>
    subscription === null ? {} : { [pricesName]: subscription + tablesPath },
  readEmbeddedData: async (name, dataDir, isFirst) => {
    if (name !== pricesName) return undefined;
    const { readEmbeddedPlans } = await import('./plans/plans');
    return readEmbeddedPlans(dataDir) ?? (isFirst ? readEmbeddedPlans(null) : undefined);
  },
};
