import { createPages } from '@composed/host/pages';
import type { PageRoute } from '@composed/host/site-parts';
import { NotFoundPage } from './pages/NotFoundPage';

export interface SiteRoute extends PageRoute {
  readonly search: { readonly description: string; readonly indexable: boolean };
}

/** The host has one page: all others are the teams'. */
export const routesOf = (): SiteRoute[] => [
  {
    ...{ path: '*', title: 'Page not found', caseSensitive: true },
    search: { description: 'There is no page at this address.', indexable: false },
    element: <NotFoundPage />,
  },
];

export const pages = createPages<SiteRoute>({
  grants: [
    { prefix: '/', app: 'explore' },
    { prefix: '/products', app: 'explore' },
    { prefix: '/stores', app: 'explore' },
    { prefix: '/product', app: 'decide' },
    { prefix: '/checkout', app: 'checkout' },
  ],
  routeOf: (page) => page,
});
