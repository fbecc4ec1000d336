import type { ReactNode } from 'react';
import { matchRoutes } from 'react-router-dom';
import { brand } from '@shopwright/shared/brand';
import type { PageFacts } from './head/head';
import { softwareApplication } from './head/software-application';
import { createIsland } from './hydration/island';
import { LandingPage } from './landing/LandingPage';
import { RemoteSlot } from './remotes/RemoteSlot';
import { remoteIds, remotes, type RemoteId } from './site/remotes';
import type { Site } from './site/site';

/** One route of the site. */
export interface PageRoute extends PageFacts {
  readonly caseSensitive: true;
  /** The remotes that it shows. */
  readonly remotes?: readonly RemoteId[];
  /** Whether data made it: its page holds them. */
  readonly isOfData?: true;
  /** What stands between header and footer. */
  readonly element: ReactNode;
}

const loadPages = () => import(/* webpackChunkName: "pages" */ './pages/pages');
const createPage = (name: string, part: keyof Awaited<ReturnType<typeof loadPages>>) =>
  createIsland(name, 'never', async () => (await loadPages())[part]);
const TermsPage = createPage('terms', 'TermsPage');
const PrivacyPolicyPage = createPage('privacy-policy', 'PrivacyPolicyPage');
const NotFoundPage = createPage('not-found', 'NotFoundPage');

/** A row that stands for many pages: one for each set of parameters that it finds in the site's data. */
interface PagesOfData {
  /** With its parameters, such as '/plans/:name'. */
  readonly path: string;
  readonly pages: (site: Pick<Site, 'prices'>) => readonly (Omit<PageRoute, 'path' | 'isOfData'> & {
    readonly parameters: Readonly<Record<string, string>>;
  })[];
}

/** The pages that a row of the table stands for. */
export const pagesOf = (
  row: PageRoute | PagesOfData,
  site: Pick<Site, 'prices'>,
): readonly PageRoute[] =>
  'pages' in row
    ? row.pages(site).map(({ parameters, ...page }) => ({
        ...page,
        path: row.path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? ''),
        isOfData: true,
      }))
    : [row];

/** For every address that no other route has. */
export const notFoundRoute: PageRoute = {
  path: '*',
  caseSensitive: true,
  title: `Page not found · ${brand.name}`,
  search: __COMPOSES__ && {
    description: `There is no page at this address of ${brand.name}.`,
    indexable: false,
  },
  element: <NotFoundPage />,
};

/** Every page of the site: a new one is one more row, and its address says all servers where it is. */
const table: readonly (PageRoute | PagesOfData)[] = [
  {
    path: '/',
    caseSensitive: true,
    title: `Welcome to ${brand.name}: open your online shop today`,
    search: __COMPOSES__ && {
      description:
        'Put up an online shop in a few clicks. Name it, stock it and open it. Start free.',
      indexable: true,
      linkedData: softwareApplication,
    },
    remotes: remoteIds.filter((id) => remotes[id].section !== undefined),
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
    remotes: ['signup/SignupPage'],
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
 * The routes of a site, which React Router renders, and compose, the head of each page and the sitemap read. A page
 * that is a remote's is not there without it. In a browser those of data are there as far as the page holds the data:
 * a link to another one leaves the page, and the server says whether it is there.
 */
export const routesOf = (site: Pick<Site, 'isThere' | 'prices'>): PageRoute[] =>
  table
    .flatMap((row) => pagesOf(row, site))
    .filter(({ remotes: shown = [] }) =>
      shown.every((id) => site.isThere(id) || remotes[id].section !== undefined),
    );

/**
 * The route that shows `pathname`, as the servers have it too: letter case counts, a slash at the end does not.
 * @param pathname under the base path, beginning with a slash
 */
export function routeOf(pathname: string, site: Pick<Site, 'isThere' | 'prices'>): PageRoute {
  return matchRoutes(routesOf(site), pathname)?.at(-1)?.route ?? notFoundRoute;
}
