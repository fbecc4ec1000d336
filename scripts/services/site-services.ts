import type { SiteServices } from '../platform/site-services';
import { dataAddresses, readEmbeddedData } from './embedded-data';
import { services } from './plugin';

/** The back end of this site, as the platform takes it. */
export const siteServices: SiteServices = { register: services, dataAddresses, readEmbeddedData };
