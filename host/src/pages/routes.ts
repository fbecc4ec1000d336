import { brand } from 'shared/brand';

/** One route of the site, for the router, for compose (its file) and for search engines. */
export interface PageRoute {
  /** Address under the base path; '*' is any address that no other route has. */
  readonly path: string;
  /** Name of the composed page in the store. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  /** False: the page asks search engines to stay away. */
  readonly indexable: boolean;
}

export const landingRoute: PageRoute = {
  path: '/',
  file: 'index.html',
  title: `Welcome to ${brand.name}: open your online shop today`,
  description:
    'Put up an online shop in a few clicks. Name it, stock it and open it, with live chat and secure data built in. Start free.',
  indexable: true,
};

export const signUpRoute: PageRoute = {
  path: '/signup',
  file: 'signup.html',
  title: `Create your account · ${brand.name}`,
  description: `Create your ${brand.name} account and put up your own online shop. There is a free plan.`,
  indexable: true,
};

export const termsRoute: PageRoute = {
  path: '/terms',
  file: 'terms.html',
  title: `Terms & Conditions · ${brand.name}`,
  description: `The terms and conditions of ${brand.name}.`,
  indexable: false,
};

export const privacyPolicyRoute: PageRoute = {
  path: '/privacy-policy',
  file: 'privacy-policy.html',
  title: `Privacy Policy · ${brand.name}`,
  description: `The privacy policy of ${brand.name}.`,
  indexable: false,
};

export const notFoundRoute: PageRoute = {
  path: '*',
  file: '404.html',
  title: `Page not found · ${brand.name}`,
  description: `There is no page at this address of ${brand.name}.`,
  indexable: false,
};

/** Every route of the site; specification section 2, and the page for all other addresses. */
export const pageRoutes: readonly PageRoute[] = [
  landingRoute,
  signUpRoute,
  termsRoute,
  privacyPolicyRoute,
  notFoundRoute,
];

/** As the router and the servers match: letter case counts, a slash at the end does not. */
const normal = (pathname: string) => pathname.replace(/\/+$/, '') || '/';

/**
 * The route that shows `pathname`.
 * @param pathname under the base path, beginning with a slash
 */
export function routeOf(pathname: string): PageRoute {
  return pageRoutes.find((route) => route.path === normal(pathname)) ?? notFoundRoute;
}
