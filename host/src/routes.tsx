import type { ReactNode } from 'react';
import { brand } from 'shared/brand';
import { createIsland } from './hydration/island';
import { LandingPage } from './landing/LandingPage';
import { RemoteSlot } from './remotes/RemoteSlot';

/** One route of the site. */
export interface PageRoute {
  /** Address under the base path; '*' is any address that no other route has. */
  readonly path: string;
  /** Name of the composed page in the store. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  /** False: the page asks search engines to stay away. */
  readonly indexable: boolean;
  /** What stands between header and footer. */
  readonly page: ReactNode;
}

const loadStaticPages = () => import(/* webpackChunkName: "pages" */ './pages/static-pages');

const staticPage = (name: string, page: keyof Awaited<ReturnType<typeof loadStaticPages>>) =>
  createIsland(name, 'never', async () => (await loadStaticPages())[page]);

const TermsPage = staticPage('terms', 'TermsPage');
const PrivacyPolicyPage = staticPage('privacy-policy', 'PrivacyPolicyPage');
const NotFoundPage = staticPage('not-found', 'NotFoundPage');

/** For every address that no other route has. */
export const notFoundRoute: PageRoute = {
  path: '*',
  file: '404.html',
  title: `Page not found · ${brand.name}`,
  description: `There is no page at this address of ${brand.name}.`,
  indexable: false,
  page: <NotFoundPage />,
};

/**
 * Every route of the site. The router, compose, the head of each page and the sitemap read this table;
 * a new route is one more row.
 */
export const routes: readonly PageRoute[] = [
  {
    path: '/',
    file: 'index.html',
    title: `Welcome to ${brand.name}: open your online shop today`,
    description:
      'Put up an online shop in a few clicks. Name it, stock it and open it, with live chat and secure data built in. Start free.',
    indexable: true,
    page: <LandingPage />,
  },
  {
    path: '/signup',
    file: 'signup.html',
    title: `Create your account · ${brand.name}`,
    description: `Create your ${brand.name} account and put up your own online shop. There is a free plan.`,
    indexable: true,
    page: <RemoteSlot id="signup/SignupPage" />,
  },
  {
    path: '/terms',
    file: 'terms.html',
    title: `Terms & Conditions · ${brand.name}`,
    description: `The terms and conditions of ${brand.name}.`,
    indexable: false,
    page: <TermsPage />,
  },
  {
    path: '/privacy-policy',
    file: 'privacy-policy.html',
    title: `Privacy Policy · ${brand.name}`,
    description: `The privacy policy of ${brand.name}.`,
    indexable: false,
    page: <PrivacyPolicyPage />,
  },
  notFoundRoute,
];

/** As the router and the servers match: letter case counts, a slash at the end does not. */
const normal = (pathname: string) => pathname.replace(/\/+$/, '') || '/';

/**
 * The route that shows `pathname`.
 * @param pathname under the base path, beginning with a slash
 */
export function routeOf(pathname: string): PageRoute {
  return routes.find(({ path }) => path === normal(pathname)) ?? notFoundRoute;
}
