import { siteLinks } from '@shopwright/shared/contracts/site-links';
import { routeOf } from '@composed/host/page-routes';
import { createPages } from '@composed/host/pages';
import { notFoundRoute, routesOf, type SiteRoute } from './routes';
import { createSite } from './site/site';

const routes = routesOf(createSite());

test.each([
  ['/', '/'],
  ['/signup', '/signup'],
  ['/signup/', '/signup'],
  ['/SignUp', '*'],
  ['/terms', '/terms'],
  ['/privacy-policy', '/privacy-policy'],
  ['/nowhere', '*'],
  ['/signup/more', '*'],
  ['//', '/'],
  ['/*', '*'],
])('%s is shown by the route of %s', (pathname, path) => {
  expect(routeOf(routesOf(createSite()), pathname).path).toBe(path);
});

test('each page has its own title', () => {
  expect(Object.fromEntries(routes.map(({ path, title }) => [path, title]))).toMatchObject({
    '/': 'Welcome to Shopwright: open your online shop today',
    '/signup': 'Create your account · Shopwright',
    '/terms': 'Terms & Conditions · Shopwright',
    '/privacy-policy': 'Privacy Policy · Shopwright',
    '*': 'Page not found · Shopwright',
  });
});

test('every link of the site leads to a page', () => {
  const { signIn: _, ...links } = siteLinks();
  for (const address of Object.values(links)) {
    const { pathname } = new URL(address, 'https://shop.example.com');
    expect(routeOf(routesOf(createSite()), pathname)).not.toBe(notFoundRoute);
  }
});

test('a page of a remote is a route of this site, also in its types', () => {
  const { routesWithRows } = createPages<SiteRoute>({ toRoute: (page) => page });
  const remotePages = { offers: [{ path: '/offers', module: './OffersPage', title: 'Offers' }] };
  const [route] = routesWithRows([], { remotePages, rowsOf: () => [] });
  expect(route).toMatchObject({ path: '/offers', modules: ['offers/OffersPage'] });
});

test('a remote’s own page needs the remote; a page that only shows remotes does not', () => {
  const hasRelease = () => false;
  expect(routeOf(routesOf(createSite({ hasRelease })), '/signup')).toBe(notFoundRoute);
  expect(routeOf(routesOf(createSite({ hasRelease })), '/').path).toBe('/');
});

test('search engines do not index the empty pages and the 404 page', () => {
  const indexable = Object.fromEntries(
    routes.map(({ path, search }) => [path, search && search.indexable]),
  );
  expect(indexable).toMatchObject({
    '/': true,
    '/signup': true,
    '/terms': false,
    '/privacy-policy': false,
    [notFoundRoute.path]: false,
  });
});

test('titles and descriptions fit in search results', () => {
  for (const { title, search } of routes) {
    expect(title.length).toBeLessThanOrEqual(60);
    expect(search && search.description.length).toBeLessThanOrEqual(160);
  }
});
