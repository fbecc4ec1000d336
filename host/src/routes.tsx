import { createIsland } from '@composed/host/island';
import { RemoteSlot } from '@composed/host/RemoteSlot';
import type { PageRoute } from '@composed/host/site-config';
import { brand } from '@shopwright/shared/brand';
import type { SearchEntry } from './head/head';
import { softwareApplication } from './head/software-application';
import { LandingPage } from './landing/LandingPage';
import { moduleIds, modules, type ModuleId } from './site/modules';
import type { Site } from './site/site';

export interface SiteRoute extends PageRoute {
  readonly search: SearchEntry | false;
}

/** A row of the table below. All of its remotes have a slot in the host. */
interface RouteRow extends SiteRoute {
  readonly modules?: readonly ModuleId[];
}

const loadPages = () => import(/* webpackChunkName: "pages" */ './pages/pages-chunk');
const createPage = (name: string, exportName: keyof Awaited<ReturnType<typeof loadPages>>) =>
  createIsland(name, 'never', async () => (await loadPages())[exportName]);
const TermsPage = createPage('terms', 'TermsPage');
const PrivacyPolicyPage = createPage('privacy-policy', 'PrivacyPolicyPage');
const NotFoundPage = createPage('not-found', 'NotFoundPage');

/** The route for all other addresses. */
export const notFoundRoute: RouteRow = {
  path: '*',
  caseSensitive: true,
  title: `Page not found · ${brand.name}`,
  search: __COMPOSES__ && {
    description: `There is no page at this address of ${brand.name}.`,
    indexable: false,
  },
  element: <NotFoundPage />,
};

/** Every page of the site, one per row. Servers find pages by their address and need no other list. */
const table: readonly RouteRow[] = [
  {
    path: '/',
    caseSensitive: true,
    title: `Welcome to ${brand.name}: open your online shop today`,
    search: __COMPOSES__ && {
      description:
        'Put up an online shop in a few clicks. Name it, stock it and open it. Start free.',
      indexable: true,
      createStructuredData: softwareApplication,
    },
    modules: moduleIds.filter((id) => modules[id].section !== undefined),
    element: <LandingPage />,
  },
  {
    path: '/signup',
    caseSensitive: true,
    title: `Create your account · ${brand.name}`,
    search: __COMPOSES__ && {
      description: `Create your ${brand.name} account and put up your own online shop. There is a free plan.`,
      indexable: true,
    },
    modules: ['signup/SignupPage'],
    element: <RemoteSlot id="signup/SignupPage" />,
  },
  {
    path: '/terms',
    caseSensitive: true,
    title: `Terms & Conditions · ${brand.name}`,
    search: __COMPOSES__ && {
      description: `The terms and conditions of ${brand.name}.`,
      indexable: false,
    },
    element: <TermsPage />,
  },
  {
    path: '/privacy-policy',
    caseSensitive: true,
    title: `Privacy Policy · ${brand.name}`,
    search: __COMPOSES__ && {
      description: `The privacy policy of ${brand.name}.`,
      indexable: false,
    },
    element: <PrivacyPolicyPage />,
  },
  notFoundRoute,
];

/**
 * Returns the routes for React Router, compose, the heads of pages and the sitemap. A page whose remote has no release is
 * left out.
 */
export const routesOf = (site: Pick<Site, 'hasRelease'>): SiteRoute[] =>
  table.filter(({ modules: ids = [] }) =>
    ids.every((id) => site.hasRelease(id) || modules[id].section !== undefined),
  );
