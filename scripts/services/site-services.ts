import type { SiteServices } from '@composed/release/services';
import { backEnd } from './back-end';
import { dataAddresses, readEmbeddedData } from './embedded-data';
import { layout } from './page/layout';

/** The back end of this site, as the platform takes it. */
export const siteServices: SiteServices = {
  ...backEnd,
  // A server and a database: most commands need neither, and they take a fifth of the start of one.
  register: async (fastify, options) => (await import('./plugin')).services(fastify, options),
  layout,
  dataAddresses,
  readEmbeddedData,
};
