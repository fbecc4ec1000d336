import { routeOf } from '@composed/host/page-routes';
import type { Prices } from '@shopwright/shared/contracts/plans';
import { notFoundRoute, routesOf } from '../routes';
import { createSite } from '../site/site';
import { renderHead } from './head';

const prices: Prices = {
  readOn: '2026-03-01',
  tables: {
    free: { name: 'Free', price: 0, features: [] },
    periods: {
      MONTH: [{ id: '1', name: 'Pro </script>', price: 1905, previousPrice: 2000, features: [] }],
      YEAR: [{ id: '2', name: 'Pro </script>', price: 19050, previousPrice: 22860, features: [] }],
    },
  },
};

const landingRoute = routeOf(routesOf(createSite()), '/');
const signUpRoute = routeOf(routesOf(createSite()), '/signup');
const termsRoute = routeOf(routesOf(createSite()), '/terms');

const siteUrl = 'https://shop.example.com';
const head = (route = landingRoute, pinned: Prices | null = prices, basePath = '') =>
  renderHead({ route, site: createSite({ prices: pinned }), siteUrl, basePath });

function linkedDataOf(html: string): unknown {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return json === undefined ? null : JSON.parse(json);
}

const cost = (price: string) => ({ price, priceCurrency: 'USD' });

test('the landing page lists every composed price for search engines as a decimal', () => {
  expect(linkedDataOf(head())).toMatchObject({
    '@type': 'SoftwareApplication',
    url: `${siteUrl}/`,
    offers: [
      { '@type': 'Offer', name: 'Free', ...cost('0.00') },
      {
        '@type': 'Offer',
        name: 'Pro </script>',
        ...cost('19.05'),
        priceSpecification: { ...cost('19.05'), billingDuration: 'P1M' },
      },
      {
        '@type': 'Offer',
        name: 'Pro </script>',
        ...cost('190.50'),
        priceSpecification: { ...cost('190.50'), billingDuration: 'P1Y' },
      },
    ],
  });
});

test('a page composed without prices makes no offers', () => {
  const data = linkedDataOf(head(landingRoute, null));
  expect(data).toMatchObject({ '@type': 'SoftwareApplication' });
  expect(data).not.toHaveProperty('offers');
  // Only the landing page has structured data.
  expect(linkedDataOf(head(signUpRoute))).toBeNull();
});

test.each([termsRoute, notFoundRoute])('$path asks for no preview and no index', (route) => {
  expect(head(route)).not.toMatch(/canonical|og:/);
  expect(head(route).includes('archive.org_bot')).toBe(route === termsRoute);
});

test('a preview of the site claims no canonical address', () => {
  expect(head(landingRoute, prices, '/preview/autumn')).not.toMatch(/canonical|og:|ld\+json/);
});

test('text in an attribute is escaped', () => {
  const route = { ...signUpRoute, title: 'A "B" <C> & D' };
  expect(head(route)).toContain('content="A &quot;B&quot; &lt;C> &amp; D"');
});
