import type { SiteServices } from '@composed/release/services';
import { backEnd } from './back-end';
import { dataAddresses, readEmbeddedData } from './embedded-data';
import { layout } from './page/layout';
import { services } from './plugin';

/** The back end of this site, as the platform takes it. */
export const siteServices: SiteServices = {
  ...backEnd,
  register: services,
  layout,
  dataAddresses,
  readEmbeddedData,
};
