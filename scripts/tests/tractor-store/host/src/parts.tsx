import type { SiteParts } from '@composed/host/site-parts';
import { pages, routesOf, type SiteRoute } from './routes';
import { Shell } from './shell/Shell';
import { SlotNotice } from './shell/SlotNotice';
import { createSite, SiteProvider, type Site } from './site';

/** This site, as the platform knows it. */
export const parts: SiteParts<Site, SiteRoute> = {
  ...{ createSite, routesOf, pages, Shell, SlotNotice },
  providesOf: ({ links, categories }) => ({ links, categories }),
  inSite: (site, node) => <SiteProvider value={site}>{node}</SiteProvider>,
  remotes: {},
  slots: { header: ['explore'], 'header-end': ['explore', 'checkout', '*'] },
  provided: {},
};
