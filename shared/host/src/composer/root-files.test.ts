import { rootFiles } from './root-files';

const hostFiles = [
  'main.0123456789ab.js',
  'root/favicon.0123456789ab.svg',
  'root/icon-192.0123456789ab.png',
];

function textOf(name: string): string {
  const site = { siteUrl: 'https://shop.example.com', indexable: true };
  const file = rootFiles(hostFiles, site, { indexable: ['/', '/signup'], closed: ['/redirect'] })[
    name
  ];
  return file && 'text' in file ? file.text : '';
}

test('the host’s public files get their own names back, and nothing else of it is at the root', () => {
  const files = rootFiles(
    hostFiles,
    { siteUrl: '', indexable: true },
    { indexable: [], closed: [] },
  );
  expect(Object.keys(files).sort()).toEqual([
    'favicon.svg',
    'icon-192.png',
    'robots.txt',
    'sitemap.xml',
  ]);
  expect(files['favicon.svg']).toEqual({ file: 'root/favicon.0123456789ab.svg' });
});

test('the sitemap lists the indexable pages under the public address', () => {
  const sitemap = textOf('sitemap.xml');
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://shop.example.com/',
    'https://shop.example.com/signup',
  ]);
});

test('robots stay away from the sign-in and find the sitemap', () => {
  const robots = textOf('robots.txt').split('\n');
  expect(robots).toContain('Disallow: /redirect/');
  expect(robots).toContain('Sitemap: https://shop.example.com/sitemap.xml');
  expect(robots).not.toContain('Disallow: /');
});
