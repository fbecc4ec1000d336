import type { SearchableRoute } from '@composed/host/head';
import { createPages } from '@composed/host/pages';
import type { SiteConfig } from '@composed/host/site-config';
import { NotFoundPage } from './pages/NotFoundPage';
import { Shell } from './shell/Shell';
import { SlotNotice } from './shell/SlotNotice';
import { createSite, SiteProvider, type Site } from './site';

/** This site, as the platform knows it. It has one page: all others are the teams'. */
export const siteConfig: SiteConfig<Site, SearchableRoute> = {
  routesOf: () => [
    {
      path: '*',
      title: 'Page not found',
      caseSensitive: true,
      search: { description: 'There is no page at this address.', indexable: false },
      element: <NotFoundPage />,
    },
  ],
  pages: createPages({
    grants: [
      { prefix: '/', app: 'explore' },
      { prefix: '/products', app: 'explore' },
      { prefix: '/stores', app: 'explore' },
      { prefix: '/product', app: 'decide' },
      { prefix: '/checkout', app: 'checkout' },
    ],
    toRoute: (page) => page,
  }),
  slots: { header: ['explore'], 'header-end': ['explore', 'checkout', '*'] },
  createSite,
  Shell,
  SlotNotice,
  modules: {},
  shared: {},
  providesOf: (site) => site,
  wrapInSite: (site, node) => <SiteProvider value={site}>{node}</SiteProvider>,
};
