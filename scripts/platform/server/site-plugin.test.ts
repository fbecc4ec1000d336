import { resolvePath } from '../http/url-routing';
import { whereToShow } from './site-plugin';

const shop = 'https://shop.example';
const previews = 'https://previews.example';
const both = { siteUrl: shop, previewUrl: previews };

const table = [
  // A machine of one's own.
  ['localhost', '/preview/spring/', { siteUrl: 'http://localhost:8080', previewUrl: null }, 'here'],
  ['shop.example', '/preview/spring/', { siteUrl: shop, previewUrl: null }, 'nowhere'],
  ['shop.example', '/preview/spring/robots.txt', { siteUrl: shop, previewUrl: null }, 'nowhere'],
  ['shop.example', '/signup', { siteUrl: shop, previewUrl: null }, 'here'],
  ['shop.example', '/preview/spring/signup', both, previews],
  ['elsewhere.example', '/preview/spring/', both, previews],
  ['previews.example', '/preview/spring/signup', both, 'here'],
  ['previews.example', '/signup', both, shop],
  ['previews.example', '/assets/host/main.js', both, 'here'],
  ['shop.example', '/', both, 'here'],
  // A whole site for previews.
  ['previews.example', '/', { siteUrl: previews, previewUrl: previews }, 'here'],
  ['previews.example', '/preview/spring/', { siteUrl: previews, previewUrl: previews }, 'here'],
] as const;

test.each(table)('%s%s (%j) is shown: %s', (hostname, path, origins, expected) => {
  const place = resolvePath(path);
  const shown = whereToShow(place, hostname, origins);
  const missing = { kind: 'missing', folder: 'live', file: '404.html' };
  const known = { here: place, nowhere: missing };
  expect(shown).toEqual(expected === 'here' || expected === 'nowhere' ? known[expected] : expected);
});
