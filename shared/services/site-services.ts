import type { SiteServices } from '@composed/http/services';
import { tablesPath } from '@shopwright/shared/contracts/plans';
import { backEnd } from './back-end';
import { layout } from './page/layout';

/** The back end of this site, as the platform takes it. The one JSON that its host asks for is the prices. */
export const siteServices: SiteServices = {
  variables: backEnd.variables,
  cookies: backEnd.cookies,
  signInPrefixes: backEnd.signInPrefixes,
  // A server and a database: most commands need neither, and they take a fifth of the start of one.
  register: async (fastify, options) => (await import('./plugin')).services(fastify, options),
  layout,
  dataAddresses: ({ subscription = null }) =>
    subscription === null ? {} : { prices: subscription + tablesPath },
  readEmbeddedData: async (name, dataDir, isFirst) => {
    if (name !== 'prices') return undefined;
    const { readEmbeddedTables } = await import('./plans/plans');
    return readEmbeddedTables(dataDir) ?? (isFirst ? readEmbeddedTables(null) : undefined);
  },
};
