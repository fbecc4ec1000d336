import { descriptions } from './head/head';
import { notFoundRoute, routes, routeOf } from './routes';

test.each([
  ['/', 'index.html'],
  ['/signup', 'signup.html'],
  ['/signup/', 'signup.html'],
  ['/SignUp', '404.html'],
  ['/terms', 'terms.html'],
  ['/privacy-policy', 'privacy-policy.html'],
  ['/nowhere', '404.html'],
  ['/signup/more', '404.html'],
  ['//', 'index.html'],
  ['/*', '404.html'],
])('%s is shown by %s', (pathname, file) => {
  expect(routeOf(pathname).file).toBe(file);
});

test('no two routes share an address, a file, a title or a description', () => {
  for (const key of ['path', 'file', 'title'] as const) {
    expect(new Set(routes.map((route) => route[key])).size).toBe(routes.length);
  }
  expect(Object.keys(descriptions).sort()).toEqual(routes.map(({ file }) => file).sort());
  expect(new Set(Object.values(descriptions)).size).toBe(routes.length);
});

test('search engines are kept from the empty pages and from the 404 page', () => {
  const hidden = routes.filter((route) => !route.indexable).map((route) => route.path);
  expect(hidden).toEqual(['/terms', '/privacy-policy', notFoundRoute.path]);
});

test('titles and descriptions fit a page of search results', () => {
  for (const { title } of routes) expect(title.length).toBeLessThanOrEqual(60);
  for (const text of Object.values(descriptions)) expect(text.length).toBeLessThanOrEqual(160);
});
