import type { ComposableRelease, CompositionInput } from './composition';

/** Folder of the host's files that are served from the root of the site under their own names. */
const rootFolder = 'root/';

/** Addresses that no robot has business at: the sign-in and what stands behind it. */
const closedToRobots = [
  '/redirect/',
  '/oauth2/',
  '/login/',
  '/identity/',
  '/store',
  '/preview/',
  '/_site',
];

function robots({ siteUrl, indexable }: CompositionInput): string {
  if (!indexable) return 'User-agent: *\nDisallow: /\n';
  return [
    'User-agent: *',
    ...closedToRobots.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

function sitemap({ siteUrl }: CompositionInput, paths: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${siteUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}

/**
 * The files at the root of the site beside its pages: icons and manifest from the host's release,
 * robots.txt and sitemap.xml made here.
 * @param indexablePaths addresses of the pages that search engines are welcome to
 */
export async function rootFiles(
  { manifest, readFile }: ComposableRelease,
  input: CompositionInput,
  indexablePaths: readonly string[],
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const name of Object.keys(manifest.files)) {
    if (!name.startsWith(rootFolder)) continue;
    const ownName = name.slice(rootFolder.length).replace(/\.[0-9a-f]{12}(?=\.\w+$)/, '');
    files.set(ownName, await readFile(name));
  }
  files.set('robots.txt', Buffer.from(robots(input)));
  files.set('sitemap.xml', Buffer.from(sitemap(input, indexablePaths)));
  return files;
}
